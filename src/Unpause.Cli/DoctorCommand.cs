using Unpause.Cli.Live;
using Unpause.Recordings.Words;

namespace Unpause.Cli;

/// <summary><c>unpause doctor PID</c></summary>
internal static class DoctorCommand
{
    public static Command Create()
    {
        var process = ProcessArgument.Create();
        var format = new Option<string>("--format") { Description = "terminal (the default) or json.", HelpName = "FORMAT" };
        var showArguments = ShowArguments.Create();
        var command = new Command(
            "doctor",
            "Show what prevents the recording of a live process, and what to do about it. "
            + "Exit code 0: nothing. 3: it cannot be recorded. 4: only a part is recorded. Read-only: sends nothing to the process.")
        { process, format, showArguments };
        command.SetAction(parsed => Run(parsed.GetValue(process)!, parsed.GetValue(format), parsed.GetValue(showArguments)));
        return command;
    }

    private static int Run(string id, string? format, bool argumentsShown)
    {
        if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("doctor");
        if (format is not (null or "terminal" or "json"))
        {
            throw new UserMistake($"--format {format} is not supported here: use terminal or json");
        }

        var process = LiveDoctor.Examine(ProcessArgument.Read(id), argumentsShown);
        if (format == "json") ProcessJson.Write(process);
        else Write(process);
        if (!process.Recordable) return ExitCodes.NotEnoughEvidence;
        return process.Obstacles.Count > 0 ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }

    private static void Write(LiveProcess process)
    {
        string?[] facts =
        [
            process.Version is { } version && version.StartsWith(process.Runtime, StringComparison.Ordinal)
                ? version
                : $"{process.Runtime} {process.Version}".TrimEnd(),
            process.Collector,
            process.HeapLimitBytes is { } limit ? $"heap limit {Quantities.Bytes(limit)}" : null,
            $"user {process.User}",
            process.Service,
            process.Pod is { } pod ? $"pod {pod}" : null,
            process.ContainerId is { } container ? $"container {container[..12]}" : null,
        ];
        Console.WriteLine(PlainText.Clean($"process {process.Id}: {string.Join(", ", facts.Where(fact => fact is not null))}"));
        if (process.RecordedBy is { } way) Console.WriteLine(PlainText.Clean($"recorded by: {way}"));
        if (process.AsksFirst is { } asks) Console.WriteLine(PlainText.Clean($"asks first: {asks}"));
        foreach (var obstacle in process.Obstacles)
        {
            Console.WriteLine(PlainText.Clean($"{(obstacle.Hard ? "cannot be recorded" : "recorded in part")}: {obstacle.What}"));
            if (obstacle.Instead is { } instead) Console.WriteLine(PlainText.Clean($"  {instead}"));
        }

        if (process.Obstacles.Count == 0) Console.WriteLine($"ready to record: unpause record {process.Id} --for 60s");
        if (process is { Recordable: true, Runtime: Runtimes.DotNet })
        {
            Console.WriteLine($"what retains its objects: unpause heap {process.Id}, or record --retainers: {LiveHeapDump.Cost}");
        }
    }
}
