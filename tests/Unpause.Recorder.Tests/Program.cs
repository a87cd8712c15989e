using System.Text;
using System.Text.Json;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Rights;
using Xunit.Runner.InProc.SystemConsole;

namespace Unpause.Recorder.Tests;

/// <summary>
/// The recorder as a process: `RESULT [--folder FOLDER] [--remove] [--embedded-agent] [--toy] [--probes] [--numa-node N] [--only ID]
/// [--no-requests] -- CMD…` runs CMD and writes the RunResult as JSON to RESULT. `--helper-of PROCESS FILE` starts a helper, makes FILE
/// and waits. With other arguments it is the test process: xunit's runner.
/// </summary>
internal static class Program
{
    private const string StandInAgent = """
        import os
        with open(os.path.join(os.environ["UNPAUSE_RECORDING_DIR"], "python-%d.test" % os.getpid()), "w") as file:
            file.write("stand-in")
        """;

    private static int Main(string[] args)
    {
        if (args is ["--helper-of", var process, var ready]) return StartHelper(int.Parse(process), ready);
        var end = Array.IndexOf(args, "--");
        if (end < 0) return ConsoleRunner.Run(args).GetAwaiter().GetResult();
        var options = args[1..end];
        var folder = Array.IndexOf(options, "--folder") is var at and >= 0 ? options[at + 1] : null;
        var only = Array.IndexOf(options, "--only") is var name and >= 0 ? new[] { options[name + 1] } : null;
        var node = Array.IndexOf(options, "--numa-node") is var place and >= 0 ? int.Parse(options[place + 1]) : (int?)null;
        var run = new RunOptions(args[(end + 1)..], folder, Requests: !options.Contains("--no-requests", StringComparer.Ordinal))
        {
            Probes = options.Contains("--probes", StringComparer.Ordinal),
            NumaNode = node,
        };
        var agent = new Dictionary<string, byte[]>(StringComparer.Ordinal) { ["sitecustomize.py"] = Encoding.UTF8.GetBytes(StandInAgent) };
        var runtimes = options.Contains("--toy", StringComparer.Ordinal) ? Toy.ToyRow.Table : RecorderTable.With(agent);
        var result = options.Contains("--embedded-agent", StringComparer.Ordinal)
            ? ProgramRunner.Run(run)
            : ProgramRunner.Run(run, runtimes.Only(only));
        var kept = options.Contains("--remove", StringComparer.Ordinal) ? result.RemoveTemporaryFolder() : null;
        File.WriteAllText(args[0], JsonSerializer.Serialize(new RecorderReport(
            result.ExitCode, result.Signal, result.Place?.Path ?? "", result.FolderIsTemporary, result.Duration.TotalMilliseconds,
            [.. result.NotRecorded], [.. result.Files], kept)));
        return result.ExitCode;
    }

    private static int StartHelper(int process, string ready)
    {
        UserHelper.For(ProcessView.Find(process)!);
        File.WriteAllText(ready, "");
        return Console.Read();
    }
}

/// <summary>A RunResult as written by the recorder's process.</summary>
internal sealed record RecorderReport(
    int ExitCode, int? Signal, string Folder, bool FolderIsTemporary, double DurationMs, string[] NotRecorded, string[] Files,
    string? Kept);
