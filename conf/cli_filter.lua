-- SPDX-License-Identifier: GPL-2.0-or-later
--
-- cli_filter.lua - sbatch, salloc and srun say when the job is planned to start.
--
--	$ sbatch job.sh
--	Job 812: planned to start Mon 23 Nov 18:30 (in 2 h 5 min), on n[1-4]
--	Submitted batch job 812
--
-- Copy it beside slurm.conf on the machines where users submit, and set
-- CliFilterPlugins=cli_filter/lua there.  Slurm calls it before sbatch prints
-- its own line.  It runs as the user, asks slurmctld what squeue asks, waits a
-- second at most for a plan, and prints on a terminal only, so that scripts
-- read what they always did.  It refuses nothing and changes no request.

local TRIES = 5 -- a fifth of a second each

function slurm_cli_setup_defaults(options, early_pass)
	return slurm.SUCCESS
end

function slurm_cli_pre_submit(options, pack_offset)
	return slurm.SUCCESS
end

-- The first line of what a command prints, or nil.
local function first_line(command)
	local pipe = io.popen(command .. " 2>/dev/null")
	local line = pipe and pipe:read("*l")

	if pipe then
		pipe:close()
	end
	return line
end

local function is_terminal()
	local first, _, code = os.execute("test -t 2")

	return first == true or first == 0 or code == 0
end

-- "2 h 5 min"
local function span(seconds)
	local minutes = math.floor(math.max(seconds, 0) / 60)

	if minutes < 60 then
		return minutes .. " min"
	elseif minutes < 1440 then
		return math.floor(minutes / 60) .. " h " .. minutes % 60 ..
			" min"
	end
	return math.floor(minutes / 1440) .. " d " ..
		math.floor(minutes % 1440 / 60) .. " h"
end

local function say(job, start, nodes)
	local seconds = tonumber(start) - os.time()
	local day = os.date("%a %d %b %H:%M", tonumber(start))

	local held = nodes ~= "(null)" -- else it binds nothing: rsv_show

	io.stderr:write(string.format(
		"Job %s: %s %s (in %s)%s\n", job,
		held and "planned to start" or "not held, could start", day,
		span(seconds), held and ", on " .. nodes or ""))
end

function slurm_cli_post_submit(offset, job_id, step_id)
	local job = string.format("%.0f", job_id)
	local ask = "SLURM_TIME_FORMAT=%s squeue --start -h -j " .. job ..
		" -o '%S|%Y'"

	if offset > 0 or not is_terminal() then
		return slurm.SUCCESS
	end
	for _ = 1, TRIES do
		local line = first_line(ask)

		if not line then -- it runs, or has ended
			return slurm.SUCCESS
		end
		local start, nodes = line:match("^(%d+)|(.*)$")
		if start then
			say(job, start, nodes)
			return slurm.SUCCESS
		end
		os.execute("sleep 0.2")
	end
	return slurm.SUCCESS
end
