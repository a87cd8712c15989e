namespace Unpause.Cli.Tuning;

/// <summary>
/// A script for wrk that writes all latencies with their counts, in microseconds, and the errors. Without it, wrk prints four
/// percentiles with two decimals. Source of the calls: wrk 4.1.0, SCRIPTING, done().
/// </summary>
internal static class WrkScript
{
    private const string Name = "wrk.lua", Left = "wrk.csv";

    private const string Script = $$"""
        -- wrk -s "${{CommandLoad.FolderVariable}}/{{Name}}" writes "${{CommandLoad.FolderVariable}}/{{Left}}" for unpause tune.
        -- To use it from your own script: dofile(os.getenv("{{CommandLoad.FolderVariable}}") .. "/{{Name}}")
        done = function(summary, latency, requests)
           local out = assert(io.open(os.getenv("{{CommandLoad.FolderVariable}}") .. "/{{Left}}", "w"))
           local errors = summary.errors
           out:write("# format: wrk\n", string.format("# requests: %d\n", summary.requests))
           out:write(string.format("# failed: %d\n",
              errors.connect + errors.read + errors.write + errors.timeout + errors.status))
           out:write("duration_us,count\n")
           for index = 1, #latency do
              local duration, count = latency(index)
              out:write(string.format("%d,%d\n", duration, count))
           end
           out:close()
        end

        """;

    /// <summary>What to write instead of <c>wrk --latency</c>, as the end of a sentence.</summary>
    public const string Advice = $"wrk -s ${CommandLoad.FolderVariable}/{Name} and --latencies '${CommandLoad.FolderVariable}/{Left}'";

    /// <summary>Puts it into a trial's folder.</summary>
    public static void Write(TrialFolder folder) => File.WriteAllText(Path.Combine(folder.Path, Name), Script);
}
