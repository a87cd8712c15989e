using Unpause.Cli.Models;
using Unpause.Reports.Models;

namespace Unpause.Cli;

/// <summary><c>unpause model --traffic … --survivors … --limit …</c> and <c>unpause model RECORDING…</c></summary>
internal static class ModelCommand
{
    public const string Name = "model";

    private const string Help =
        """
        Predict GC cost from heap size: with your own numbers, or fitted to a recording.

        --traffic --survivors --limit: how often a full GC runs, how long it pauses, and its share of run time, with the formula.
        RECORDING: pause time per GiB of survivors, the share of run time at other memory limits, and what twice the memory
        would save. .NET (workstation GC), JVM (G1, Parallel, Serial), Go (gctrace), Node.js.
        RECORDING --requests FILE --slow 50ms: p99 of these requests at other limits, GOGC, CPython thresholds and young sizes, and
        how many times the load it holds. Several recordings: with collections staggered, or out of rotation.
        """;

    public static Command Create()
    {
        var recordings = new Argument<string[]>("RECORDING")
        {
            Description = "Recordings to fit: files, folders, globs, archives; - is standard input. Or nothing, with the options below.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var traffic = new Option<string>("--traffic")
            { Description = "Allocation rate outside GC, for example 512MiB/s.", HelpName = "SIZE/s" };
        var survivors = new Option<string>("--survivors")
            { Description = "Live set after a full GC, for example 1GiB.", HelpName = "SIZE" };
        var limits = new Option<string[]>("--limit")
        {
            Description = "Heap limit, for example 10GiB. With recordings: predict the cost at this limit. May be repeated.",
            HelpName = "SIZE",
        };
        var pause = new Option<string>("--pause-per-gib")
        {
            Description = "Full GC pause per GiB of survivors. Default: 500ms; with recordings the fitted value, or 200 to 500 ms.",
            HelpName = "DURATION",
        };
        var gogc = new Option<string[]>("--gogc")
            { Description = "Go, with --requests: predict p99 with this GOGC. May be repeated.", HelpName = "PERCENT" };
        var thresholds = new Option<string[]>("--gc-threshold")
            { Description = "CPython, with --requests: predict p99 with this first threshold. May be repeated.", HelpName = "COUNT" };
        var young = new Option<string[]>("--young")
            { Description = "JVM, with --requests: predict p99 with this young generation. May be repeated.", HelpName = "SIZE" };
        var requests = new RequestOptionSet();
        var output = new Option<string[]>("--output", "-o")
        {
            Description = "Write to this file. Its extension selects the format: .html, .json, .txt. "
                + "- is standard output. May be repeated.",
            HelpName = "FILE",
        };
        var format = new Option<string>("--format") { Description = "terminal, html or json.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong("terminal", "html", "json");
        var command = new Command(Name, Help) 
        {
            recordings, traffic, survivors, limits, pause, gogc, thresholds, young, output, format,
        };
        foreach (var option in requests.All) command.Add(option);
        var window = new WindowOptions();
        window.AddTo(command);
        command.SetAction(parsed =>
        {
            var shown = new ModelOutput(parsed.GetValue(output) ?? [], parsed.GetValue(format));
            shown.Check();
            var asked = new ModelQuestion(
                parsed.GetValue(traffic), parsed.GetValue(survivors), parsed.GetValue(limits) ?? [], parsed.GetValue(pause))
            {
                Gogc = parsed.GetValue(gogc) ?? [],
                Thresholds = parsed.GetValue(thresholds) ?? [],
                Young = parsed.GetValue(young) ?? [],
                Requests = requests.Read(parsed),
            };
            return Run(parsed.GetValue(recordings) ?? [], asked, window.Read(parsed), shown);
        });
        return command;
    }

    private static int Run(string[] recordings, ModelQuestion asked, WindowRequest window, ModelOutput output)
    {
        if (recordings.Length == 0)
        {
            output.Show(asked.Law());
            return ExitCodes.Done;
        }

        var fit = new ModelFit(asked.LimitsOfRecording(), asked.SecondsPerGibibyte, asked.WhatIf(), asked.Requests);
        return LeastRights.Run([.. recordings, .. fit.Requests?.Paths ?? []], output.Paths, () => Fit(recordings, fit, window, output));
    }

    private static int Fit(string[] paths, ModelFit fit, WindowRequest window, ModelOutput output)
    {
        var inputs = InputExpansion.Expand(paths);
        var loaded = ReadingProgress.Load(inputs);
        var unread = InputExpansion.Named(inputs, loaded.Unread);
        if (loaded.Recordings.Count == 0)
        {
            throw new UserMistake(
                $"no recording in {string.Join(", ", paths)}: {string.Join("; ", loaded.Unread.Take(3).Select(input => input.Reason))}");
        }

        var document = fit.Of(window.Cut(loaded.Recordings));
        output.Show(document);
        foreach (var input in unread) Console.Error.WriteLine($"unpause: {PlainText.Clean($"{input.Name}: {input.Reason}")}");
        if (document.IsRefused || !(document.HasModel || document.HasWhatIf)) return ExitCodes.NotEnoughEvidence;
        return unread.Count > 0 ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
