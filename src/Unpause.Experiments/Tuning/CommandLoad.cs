using System.Diagnostics;

namespace Unpause.Experiments.Tuning;

/// <summary>The user's own load test as the load of a trial.</summary>
internal static class CommandLoad
{
    /// <summary>The variable with the trial's folder, for the load command and in <c>--latencies</c>.</summary>
    public const string FolderVariable = "UNPAUSE_TRIAL";

    // Run by a shell, like a typed command line. Its output goes to a file of the trial.
    private const string IntoFile = "exec >\"$0\" 2>&1 </dev/null; eval \"$1\"";

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100), Patience = TimeSpan.FromSeconds(5);

    /// <summary>Runs the command to its end, and copies its latency file into the trial's folder.</summary>
    /// <param name="stop">Ends it early.</param>
    public static TrialLoad Run(TuneLoad load, TrialFolder folder, CancellationToken stop)
    {
        WrkScript.Write(folder);
        var started = DateTime.UtcNow;
        var start = new ProcessStartInfo("/bin/sh", ["-c", IntoFile, folder.LoadLog, load.Command!]) { UseShellExecute = false };
        start.Environment[FolderVariable] = folder.Path;
        using var process = Process.Start(start)!;
        while (!process.WaitForExit(Look))
        {
            if (!stop.IsCancellationRequested) continue;
            // The terminal has signalled it as well, or we must end it.
            if (!process.WaitForExit(Patience)) process.Kill(entireProcessTree: true);
            stop.ThrowIfCancellationRequested();
        }

        var from = UnixTime.Nanoseconds(started) + (long)load.WarmUp.TotalNanoseconds;
        var window = new TrialWindow(from, UnixTime.NowNanoseconds);
        if (process.ExitCode != 0) return new(window, $"the load exited with code {process.ExitCode}: {LastLine.Read(folder.LoadLog)}");
        return new(window, Take(load.Latencies!.Replace($"${FolderVariable}", folder.Path, StringComparison.Ordinal), folder, started));
    }

    /// <summary>Copies the file; returns an error clause, or null.</summary>
    private static string? Take(string path, TrialFolder folder, DateTime started)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists) return $"the load did not write {path}";
            // File timestamps use the kernel's tick, which can be 10 ms behind.
            if (file.LastWriteTimeUtc < started.AddSeconds(-1)) return $"{path} is older than the load: does --load write it?";
            if (Path.GetFullPath(path) != folder.Requests) File.Copy(path, folder.Requests, overwrite: true);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"{path} can't be read: {SystemFault.Reason(exception)}";
        }
    }
}

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

/// <summary>Where the files of one trial are.</summary>
public sealed record TrialFolder(string Path)
{
    /// <summary>The recordings.</summary>
    public string Recording => System.IO.Path.Combine(Path, "recording");

    /// <summary>What the program printed.</summary>
    public string Log => System.IO.Path.Combine(Path, "output.log");

    /// <summary>What the load command printed.</summary>
    public string LoadLog => System.IO.Path.Combine(Path, "load.log");

    /// <summary>How the program ended.</summary>
    public string End => System.IO.Path.Combine(Path, "end.json");

    /// <summary>The requests, as the load saw them.</summary>
    public string Requests => System.IO.Path.Combine(Path, "requests.csv");

    /// <summary>Creates the folder, and removes files of an interrupted trial.</summary>
    /// <exception cref="UserMistake">The folder cannot be created.</exception>
    public void Make()
    {
        try
        {
            if (Directory.Exists(Path)) Directory.Delete(Path, recursive: true);
            Directory.CreateDirectory(Path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{Path} cannot be created: {SystemFault.Reason(exception)}");
        }
    }
}
