using Unpause.Cli.Output;
using Unpause.Cli.Rights;
using Unpause.Cli.Sessions;
using Unpause.Recorder;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Rights;
using Unpause.Reports;

namespace Unpause.Cli.Cycles;

/// <summary>Runs a program, samples its garbage, and shows the reference cycles in it.</summary>
internal static class CyclesOfProgram
{
    private const string NothingSeen = "unpause: no CPython process (3.8 or later) was sampled: there was none, or it ignored the "
        + "environment variables of unpause (-I, -E, -S)";

    public static int Run(IReadOnlyList<string> program, CycleSampling sampling, string? keep, CyclesOutput output)
    {
        var result = ProgramRunner.Run(new RunOptions(program, keep, Requests: false)
        {
            Only = [Recordings.Words.Runtimes.CPython],
            Probes = false,
            Cycles = sampling,
        });
        foreach (var note in result.NotRecorded) Console.Error.WriteLine($"unpause: {PlainText.Clean(note)}");
        try
        {
            var files = result.Files.Where(CycleFiles.Are).ToList();
            if (files.Count > 0) Show(files, output);
            else Console.Error.WriteLine(NothingSeen);
        }
        finally
        {
            if (result.RemoveTemporaryFolder() is { } stays) Console.Error.WriteLine($"unpause: {PlainText.Clean(stays)}");
        }

        if (keep is not null) Console.Error.WriteLine($"kept the samples in {keep}");
        return result.ExitCode;
    }

    /// <summary>Files that observed processes wrote are read without root's rights.</summary>
    internal static void Show(IReadOnlyList<string> files, CyclesOutput output)
    {
        if (LeastRights.IsAsked && OperatingSystem.IsLinux())
        {
            var writable = output.Paths.ToHashSet(StringComparer.Ordinal);
            using var granted = new PrivilegedFiles(files, path => writable.Contains(path) ? OutputFile.Open(path, "-o") : null);
            if (ReadingProcess.Run([CyclesCommand.Name, .. files, .. output.Arguments], granted.Answer) is not null) return;
        }

        output.Show(InputExpansion.Expand(files));
    }
}
