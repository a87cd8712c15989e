using Unpause.Reports.Explanations;
using Unpause.Reports.Filling;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Cli;

/// <summary><c>unpause fill TRACES RECORDING</c></summary>
internal static class FillCommand
{
    public static Command Create()
    {
        var traces = new Argument<string>("TRACES")
            { Description = "Traces: OTLP JSON or protobuf, Jaeger JSON, Zipkin v2 JSON; packed with gzip, zstd, xz or bzip2 too." };
        var recording = new Argument<string[]>("RECORDING")
            { Description = "The recording of the process that served the traces.", Arity = ArgumentArity.OneOrMore };
        var output = new Option<string>("--output", "-o")
        {
            Description = "Write the filled traces here, gzip'ed if it ends in .gz; default: standard output, packed as TRACES.",
            HelpName = "FILE",
        };
        var service = new Option<string>("--service") { Description = "Fill only spans of this service.", HelpName = "NAME" };
        var instance = new Option<string>("--instance")
        {
            Description = "Fill only spans of this instance of the service: its service.instance.id, pod, container, host or process id.",
            HelpName = "ID",
        };
        var command = new Command(
            "fill", "Add GC pauses as spans to traces, for Jaeger, Tempo or Zipkin.")
            {
                traces,
                recording,
                output,
                service,
                instance,
            };
        var window = new WindowOptions();
        window.AddTo(command);
        command.SetAction(parsed => Run(
            parsed.GetValue(traces)!,
            parsed.GetValue(recording)!,
            parsed.GetValue(output),
            new AttributionOptions(0)
            {
                Service = parsed.GetValue(service),
                Instance = parsed.GetValue(instance),
                SameRuntimeOnly = true,
            },
            window.Read(parsed)));
        return command;
    }

    private static int Run(
        string traces, string[] recordingPaths, string? outputPath, AttributionOptions wanted, WindowRequest window)
    {
        // The unprivileged reader asks only for files whose existence was checked here.
        if (LeastRights.AreOurs && !File.Exists(traces))
        {
            throw new UserMistake($"{traces}: no such file; fill reads the traces twice and therefore needs a file");
        }

        return LeastRights.Run(
            [traces, .. recordingPaths],
            outputPath is null ? [] : [outputPath],
            () => Fill(InputExpansion.File(traces), recordingPaths, outputPath, wanted, window));
    }

    private static int Fill(
        RecordingInput traces, string[] recordingPaths, string? outputPath, AttributionOptions wanted, WindowRequest window)
    {
        var recording = window.Cut([OnlyRecording(recordingPaths)])[0];
        RequestAttribution? attribution = null;
        using var written = new WholeOutput(outputPath, "-o");
        var result = TraceFiller.Fill(
            traces,
            recording,
            set => Options(attribution = RequestAttribution.Compute([set], [recording], wanted), set),
            written.Stream,
            IsPacked(outputPath));
        if (result.Fault is { } fault) throw new UserMistake($"{fault.Name}: {fault.Reason}");
        if (attribution is null || !Aligned(attribution)) return NotAligned(attribution);
        written.Keep();
        Notify(attribution, ExplanationKind.Warning);
        Console.Error.WriteLine(
            $"added {Quantities.Count(result.Added)} pauses to {Quantities.Count(result.Spans - result.OfOthers)} "
            + $"spans{Others(result)}{Moved(attribution.Processes[0].Clock)}{Already(result)}{LeftOut(result)}");
        return result.Coverage is { Unreadable: true } ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }

    /// <summary>Whether a file has to be gzip'ed, by its name; null for standard output, a pipe or a device.</summary>
    private static bool? IsPacked(string? path) => path is null or "-" || path.StartsWith("/dev/", StringComparison.Ordinal)
        ? null
        : path.EndsWith(".gz", StringComparison.OrdinalIgnoreCase);

    private static Recording OnlyRecording(string[] paths)
    {
        var loaded = ReadingProgress.Load(InputExpansion.Expand(paths));
        return loaded.Recordings.Count switch
        {
            1 => loaded.Recordings[0],
            0 => throw new UserMistake(
                $"no recording in {string.Join(", ", paths)}: {string.Join("; ", loaded.Unread.Take(3).Select(input => input.Reason))}"),
            _ => throw new UserMistake(
                $"{string.Join(", ", paths)} contains {loaded.Recordings.Count} processes: "
                    + "name the recording of the one that served the traces"),
        };
    }

    /// <summary>Finds the recorded process and aligns the clocks as a report does; null when that is impossible.</summary>
    private static FillOptions? Options(RequestAttribution attribution, RequestSet set)
    {
        if (!Aligned(attribution)) return null;
        var clock = attribution.Processes[0].Clock;
        return new FillOptions
        {
            Clock = clock,
            MinimumOverlapNanoseconds = Math.Max(1_000, clock.ErrorBoundNanoseconds),
            Serves = Serves(attribution, set),
        };
    }

    private static bool Aligned(RequestAttribution attribution) =>
        attribution.Processes.Count > 0 && attribution.Processes[0].Clock.State != ClockState.Contradicted;

    private static int NotAligned(RequestAttribution? attribution)
    {
        if (attribution is not null) Notify(attribution, ExplanationKind.Refusal);
        return ExitCodes.NotEnoughEvidence;
    }

    private static void Notify(RequestAttribution attribution, ExplanationKind kind)
    {
        foreach (var explanation in attribution.Explanations.Where(explanation => explanation.Kind == kind))
        {
            Console.Error.WriteLine($"unpause: {PlainText.Clean(ExplanationText.Describe(explanation))}");
        }
    }

    /// <summary>Only the services whose requests the report would attribute.</summary>
    private static Predicate<Service?> Serves(RequestAttribution attribution, RequestSet set)
    {
        var served = new HashSet<Service>();
        for (var i = 0; i < set.Services.Count; i++)
        {
            if (attribution.Served(0, i, 0)) served.Add(set.Services[i]);
        }

        var unnamed = attribution.Served(0, -1, 0);
        return service => service is null ? unnamed : served.Contains(service);
    }

    private static string Moved(ClockAlignment clock) => clock is { OffsetNanoseconds: 0, DriftPartsPerMillion: 0 }
        ? ""
        : "; the recording's clock was corrected "
            + $"by {(clock.OffsetNanoseconds < 0 ? "-" : "")}{Quantities.Duration(Math.Abs(clock.OffsetNanoseconds))}"
            + $"{(clock.DriftPartsPerMillion == 0 ? "" : $" and {clock.DriftPartsPerMillion:0.#} µs a second")}";

    private static string Others(FillResult result) =>
        result.OfOthers > 0 ? $"; {Quantities.Count(result.OfOthers)} spans of other processes are unchanged" : "";

    private static string Already(FillResult result) =>
        result.AlreadyThere > 0 ? $"; {Quantities.Count(result.AlreadyThere)} were already present from an earlier fill" : "";

    private static string LeftOut(FillResult result) =>
        result.LeftOut > 0 ? $"; {Quantities.Count(result.LeftOut)} more left out: over the limit of a span or of the file" : "";
}
