using System.CommandLine.Parsing;
using Unpause.Cli.Sending;
using Unpause.Recordings.Loading;
using Unpause.Reports.Documents;
using Unpause.Requests;

namespace Unpause.Cli;

/// <summary><c>unpause report PATH…</c></summary>
internal static class ReportCommand
{
    private const string Name = "report";

    /// <summary>Whether the command line is of this command and names no input.</summary>
    public static bool LacksPath(ParseResult parsed) => parsed.CommandResult.Command.Name == Name
        && parsed.CommandResult.Children.OfType<ArgumentResult>().All(argument => argument.Tokens.Count == 0);

    public static Command Create()
    {
        var paths = new Argument<string[]>("PATH")
        {
            Description = "Recordings: files, folders, globs, archives (.zip, .tar, .7z), - for standard input; packed with gzip, zstd, xz "
                + "or bzip2 too. Or one report that was stored as JSON. Formats are detected from the content.",
            Arity = ArgumentArity.OneOrMore,
        };
        var only = new Option<string>("--only")
        {
            Description = "CPU samples: keep only stacks with this frame, for example 'runtime.gcMark*'. * is any text, ? one character.",
            HelpName = "FRAME",
        };
        var options = new ReportOptions();
        var command = new Command(Name, $"Report on existing recordings: {RuntimeTable.Default.Inputs}.") { paths, only };
        var window = new WindowOptions();
        window.AddTo(command);
        options.AddTo(command);
        command.SetAction(parsed => Run(
            parsed.GetValue(paths)!, options.Read(parsed) with { Only = parsed.GetValue(only), Window = window.Read(parsed) }));
        return command;
    }

    private static int Run(string[] paths, ReportRequest request)
    {
        var delivery = ReportDelivery.Begin(request.Send);
        var code = LeastRights.Run(
            [.. paths, .. request.Requests?.Paths ?? []],
            request.Files.Select(file => file.Path),
            () =>
            {
                var inputs = InputExpansion.Expand(paths);
                return ReportSession.Run(request, () => Load(paths, inputs, request), page: false, delivery);
            },
            page: request is { Open: true, Page: null } ? DefaultPage.Name : null,
            delivery: delivery);
        return delivery?.Finish(code) ?? code;
    }

    private static ReportMaterial? Load(IReadOnlyList<string> paths, IReadOnlyList<ExpandedInput> inputs, ReportRequest request)
    {
        if (StoredInput.Take(ref inputs, request) is { } stored)
        {
            return new ReportMaterial([]) { Stored = stored, Incomplete = stored.Document.Processes.Any(IsDamaged) };
        }

        var loaded = ReadingProgress.Load(inputs);
        if (loaded.Recordings.Count == 0)
        {
            NotifyNothingReadable(loaded.Unread);
            FoundFiles.List(paths, loaded, loaded.Unread, request);
            return null;
        }

        var named = InputExpansion.Named(inputs, loaded.Unread);
        foreach (var unread in named) Console.Error.WriteLine($"unpause: {PlainText.Clean(unread.Name)}: {ReasonOf(unread)}; left out");
        FoundFiles.List(paths, loaded, named, request);
        if (request.Only is not null && !loaded.Recordings.Any(recording => recording.HasCpuSamples))
        {
            throw new UserMistake("--only needs CPU samples: also give the output of perf script");
        }

        var recordings = request.Window.Cut(loaded.Recordings);
        return new ReportMaterial(
            request.Only is { } only ? [.. recordings.Select(recording => recording.WithOnly(only))] : recordings)
        {
            Incomplete = named.Count > 0 || loaded.Recordings.Any(recording => recording.Coverage.Unreadable)
        };
    }

    /// <summary>Why an input was not read. Only this level knows that a file has requests; the readers of recordings do not.</summary>
    public static string ReasonOf(UnreadInput input) =>
        !input.Start.IsEmpty && RequestLoader.FormatOf(input.Start.Span) is { } format
            ? $"it has requests ({format}), not a recording: unpause report RECORDING --requests "
                + $"{PlainText.Clean(CommandText.Join([input.Name]))} --slow 400ms"
            : input.Reason;

    /// <summary>Whether a part of its input could not be read.</summary>
    public static bool IsDamaged(ProcessDocument process) =>
        process.Source.Coverage.Notes.Any(note => note.Severity == NoteDocument.Unreadable);

    private static void NotifyNothingReadable(IReadOnlyList<UnreadInput> unread)
    {
        foreach (var input in unread.Take(5)) Console.Error.WriteLine($"unpause: {PlainText.Clean(input.Name)}: {ReasonOf(input)}");
        if (unread.Count > 5) Console.Error.WriteLine($"unpause: … and {unread.Count - 5} more");
        Console.Error.WriteLine($"nothing to report on; unpause reads {RuntimeTable.Default.Inputs}");
        if (OperatingSystem.IsLinux()) Console.Error.WriteLine("to record: unpause run -- CMD…");
    }
}
