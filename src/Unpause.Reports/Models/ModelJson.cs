using System.ComponentModel.DataAnnotations;
using Unpause.Analysis.CostModels;
using Unpause.Analysis.WhatIfs;
using Unpause.Reports.Explanations;
using Unpause.Requests.Attribution.Scenarios;
using Unpause.Requests.Statistics;

namespace Unpause.Reports.Models;

/// <summary>Models as JSON: the contract <c>unpause.model/1</c> (schema/unpause.model-1.schema.json).</summary>
public static class ModelJson
{
    /// <summary>The contract's name and version.</summary>
    internal const string Schema = "unpause.model/1";

    private const int PercentDigits = 3, MillisecondDigits = 3, SecondDigits = 4;

    /// <summary>Writes the memory law with the user's numbers.</summary>
    public static void Write(Stream output, LawAnswer answer) =>
        Write(output, new ModelContract(Schema, ToolVersion.Text, Compose(answer), [], null));

    /// <summary>Writes the fitted models.</summary>
    public static void Write(Stream output, ModelDocument document) =>
        Write(output, new ModelContract(Schema, ToolVersion.Text, null, [.. document.Processes.Select(Compose)],
            document.Rotation is { } rotation ? WhatIfJson.Compose(rotation) : null));

    private static void Write(Stream output, ModelContract model) =>
        IndentedJson.Write(output, model, ModelContractJson.Default.ModelContract);

    private static LawContract Compose(LawAnswer answer) => new(
        Formula: LawAnswer.Formula,
        AllocationRateBytesPerS: Whole(answer.Law.TrafficBytesPerSecond),
        SurvivorBytes: Whole(answer.Law.SurvivorBytes),
        LimitBytes: Whole(answer.LimitBytes),
        PauseSPerGib: answer.Law.PauseSecondsPerGibibyte,
        PauseMs: Math.Round(answer.Law.PauseSeconds * 1e3, MillisecondDigits),
        PeriodMs: Ms(answer.Law.PeriodSeconds(answer.LimitBytes)),
        Percent: Percent(answer.Law.Percent(answer.LimitBytes)),
        Curve:
        [
            .. answer.Limits.Select(limit => new LawPointContract(
                LimitBytes: Whole(limit),
                PeriodMs: Ms(answer.Law.PeriodSeconds(limit)),
                Percent: Percent(answer.Law.Percent(limit)))),
        ]);

    private static ProcessModelContract Compose(ModelOfProcess process) => new(
        Name: PlainText.Clean(process.Name),
        Runtime: process.Runtime,
        Collector: PlainText.Clean(process.Collector),
        Verdict: PlainText.Clean(ModelText.Verdict(process)),
        NoModelReason: process.Refusal is { } why ? PlainText.Clean(why) : null,
        Model: process.Model is { } model ? Compose(process, model) : null,
        WhatIf: process.WhatIf is { } whatIf ? WhatIfJson.Compose(whatIf) : null);

    private static FittedModelContract Compose(ModelOfProcess process, CostModel model) => new(
        Formula: CostModelText.Formula(model.Formula.Kind),
        Setting: model.Formula.Setting,
        Caveat: CostModelText.Caveat(model.Formula.Kind),
        PercentOf: model.IsOfCpu ? FittedModelContract.Cpu : FittedModelContract.Time,
        AtLimit: model.Formula.IsBound,
        WarmUpMs: Math.Round(model.Work.From / 1e6, MillisecondDigits),
        LiveBytes: Whole(model.Work.LiveBytes),
        LiveSetBytes: model.Work.LiveSetBytes,
        AllocationRateBytesPerS: RoundedNumber.Round(model.Work.AllocatedBytes / model.Work.ProgramSeconds, 0),
        OldGrowthRateBytesPerS: model.IsOfCpu ? null : RoundedNumber.Round(model.Work.FilledBytes / model.Work.ProgramSeconds, 0),
        MeasuredPercent: Percent(model.Work.Sum.Percent),
        Fits:
        [
            .. new[] { Compose(FitContract.Young, model.Work.YoungFit), Compose(FitContract.Full, model.Work.FullFit) }
                .OfType<FitContract>(),
        ],
        Current: process.Now is { } now ? Compose(model, now) : null,
        Doubled: process.Twice is { } twice ? Compose(model, twice) : null,
        Curve: [.. process.Curve.Select(point => Compose(model, point))],
        Requested:
        [
            .. process.Asked.Select(
                asked => Compose(model, asked.Point ?? new CurvePoint(asked.LimitBytes, double.NaN, double.NaN, double.NaN, null))),
        ]);

    private static FitContract? Compose(string kind, PauseFit? fit)
    {
        if (fit is null) return null;
        TheilSen? line = fit.Line;
        return new(
            Kind: kind,
            Collections: fit.Collections,
            MedianMs: RoundedNumber.Round(fit.MedianNanoseconds / 1e6, MillisecondDigits),
            MedianSurvivorBytes: RoundedNumber.Round(fit.MedianSurvivorBytes, 0),
            PauseSPerGib: RoundedNumber.Round(line?.Slope, SecondDigits),
            PauseLowSPerGib: RoundedNumber.Round(line?.Low, SecondDigits),
            PauseHighSPerGib: RoundedNumber.Round(line?.High, SecondDigits),
            ConstantMs: Ms(line?.Intercept),
            UnknownReason: fit.Doubt switch
            {
                PauseFitDoubt.TooFew => FitContract.TooFew,
                PauseFitDoubt.SameSurvivors => FitContract.SameSurvivors,
                PauseFitDoubt.Scatter => FitContract.Noisy,
                _ => null,
            });
    }

    private static CurvePointContract Compose(CostModel model, CurvePoint point) => new(
        LimitBytes: Whole(point.LimitBytes),
        Percent: Percent(point.Percent),
        LowPercent: Percent(point.Low),
        HighPercent: Percent(point.High),
        PeriodMs: Ms(point.PeriodSeconds),
        Gogc: model.Formula is GoFormula go && go.GrowthPercent(point.LimitBytes) is > 0 and var growth
            ? RoundedNumber.Round(growth, PercentDigits) : null);

    private static long Whole(double number) => (long)Math.Round(number);

    private static double? Ms(double? seconds) => RoundedNumber.Round(seconds * 1e3, MillisecondDigits);

    private static double? Percent(double? percent) => RoundedNumber.Round(percent, PercentDigits);
}

/// <summary>The source-generated writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ModelContract))]
internal sealed partial class ModelContractJson : JsonSerializerContext;

/// <summary>
/// The cost of memory in GC time: the memory law with the user's numbers, or models fitted to recordings. Times in milliseconds unless the
/// key says s, sizes in bytes; null is unknown. Additions are allowed, renames are not.
/// </summary>
/// <param name="Schema">The contract's name and version.</param>
/// <param name="ToolVersion">The version of unpause that wrote it.</param>
/// <param name="Law">The memory law with the user's numbers; null with recordings.</param>
/// <param name="Processes">The processes of the recordings.</param>
/// <param name="Rotation">
/// Instances with coordinated collections; null without requests of several processes, and in older versions.
/// </param>
internal sealed record ModelContract(
    [property: AllowedValues(ModelJson.Schema)] string Schema,
    string ToolVersion, LawContract? Law, IReadOnlyList<ProcessModelContract> Processes, RotationContract? Rotation);

/// <summary>The memory law with the user's numbers.</summary>
/// <param name="Formula">The formula.</param>
/// <param name="AllocationRateBytesPerS">Bytes allocated per second while no collection runs.</param>
/// <param name="SurvivorBytes">The live set after each collection.</param>
/// <param name="LimitBytes">The requested memory limit.</param>
/// <param name="PauseSPerGib">The duration of a collection in seconds, per GiB of survivors.</param>
/// <param name="PauseMs">The duration of a collection.</param>
/// <param name="PeriodMs">The time from one collection to the next.</param>
/// <param name="Percent">The share of time in collections.</param>
/// <param name="Curve">The same for other memory limits.</param>
internal sealed record LawContract(
    string Formula, long AllocationRateBytesPerS, long SurvivorBytes, long LimitBytes,
    [property: Range(0, int.MaxValue, MinimumIsExclusive = true)] double PauseSPerGib,
    double PauseMs, double? PeriodMs, double? Percent, IReadOnlyList<LawPointContract> Curve);

/// <summary>The cost of a memory limit by the memory law.</summary>
/// <param name="LimitBytes">The memory limit.</param>
/// <param name="PeriodMs">The time from one collection to the next.</param>
/// <param name="Percent">The share of time in collections.</param>
internal sealed record LawPointContract(long LimitBytes, double? PeriodMs, double? Percent);

/// <summary>The model of a process.</summary>
/// <param name="Name">The name of the process.</param>
/// <param name="Runtime">The runtime.</param>
/// <param name="Collector">The garbage collector.</param>
/// <param name="Verdict">The answer in a sentence.</param>
/// <param name="NoModelReason">Why no model fits; null where one does.</param>
/// <param name="Model">The fitted model; null where none fits.</param>
/// <param name="WhatIf">The latency of requests with other settings; null without requests, and in older versions.</param>
internal sealed record ProcessModelContract(
    string Name, string Runtime, string Collector, string Verdict, string? NoModelReason, FittedModelContract? Model,
    WhatIfContract? WhatIf);

/// <summary>A model fitted to a recording.</summary>
/// <param name="Formula">The formula.</param>
/// <param name="Setting">The setting that limits the memory.</param>
/// <param name="Caveat">What the formula does not include.</param>
/// <param name="PercentOf">What the percentages are of: elapsed time, or CPU time (Go).</param>
/// <param name="AtLimit">Whether the process used all the memory that it may.</param>
/// <param name="WarmUpMs">The ignored start of the recording, in which the heap was filled.</param>
/// <param name="LiveBytes">What the formula takes as live: the median after collections of the whole heap, of G1 less.</param>
/// <param name="LiveSetBytes">
/// The live set after the last collection of the whole heap, as in reports; null where unknown, and in older versions.
/// </param>
/// <param name="AllocationRateBytesPerS">Bytes allocated per second while no collection stops the process.</param>
/// <param name="OldGrowthRateBytesPerS">Growth of the old generation per second; null for Go, which has none.</param>
/// <param name="MeasuredPercent">The measured share of time, or of CPU time, in collections.</param>
/// <param name="Fits">The fits of pause times to survivors.</param>
/// <param name="Current">The cost of the current memory limit; null when unknown.</param>
/// <param name="Doubled">The cost of twice the memory; null when unknown.</param>
/// <param name="Curve">The cost of other memory limits.</param>
/// <param name="Requested">The cost of the limits given with --limit.</param>
internal sealed record FittedModelContract(
    string Formula, string Setting, string Caveat,
    [property: AllowedValues(FittedModelContract.Time, FittedModelContract.Cpu)] string PercentOf,
    bool AtLimit, double WarmUpMs, long LiveBytes, long? LiveSetBytes, double? AllocationRateBytesPerS, double? OldGrowthRateBytesPerS,
    double? MeasuredPercent, IReadOnlyList<FitContract> Fits, CurvePointContract? Current, CurvePointContract? Doubled,
    IReadOnlyList<CurvePointContract> Curve, IReadOnlyList<CurvePointContract> Requested)
{
    /// <summary>Percentages are of elapsed time.</summary>
    public const string Time = "time";

    /// <summary>Percentages are of CPU time.</summary>
    public const string Cpu = "cpu";
}

/// <summary>How long collections of a kind take by what survives them.</summary>
/// <param name="Kind">Young collections, or collections that stop the process for the whole heap.</param>
/// <param name="Collections">The number of collections.</param>
/// <param name="MedianMs">Their median duration.</param>
/// <param name="MedianSurvivorBytes">The median of their survivors.</param>
/// <param name="PauseSPerGib">The duration in seconds per GiB of survivors (Theil and Sen's slope); null when unknown.</param>
/// <param name="PauseLowSPerGib">Lower end of its 95 % confidence interval.</param>
/// <param name="PauseHighSPerGib">Upper end of that interval.</param>
/// <param name="ConstantMs">The part of the duration that does not depend on survivors.</param>
/// <param name="UnknownReason">Why the slope is unknown; null when it is known.</param>
internal sealed record FitContract(
    [property: AllowedValues(FitContract.Young, FitContract.Full)] string Kind,
    long Collections, double? MedianMs, double? MedianSurvivorBytes,
    [property: Signed] double? PauseSPerGib,
    [property: Signed] double? PauseLowSPerGib,
    [property: Signed] double? PauseHighSPerGib,
    [property: Signed] double? ConstantMs,
    [property: AllowedValues(FitContract.TooFew, FitContract.SameSurvivors, FitContract.Noisy)] string? UnknownReason)
{
    /// <summary>Young collections.</summary>
    public const string Young = "young";

    /// <summary>Collections that stop the process for the whole heap.</summary>
    public const string Full = "full";

    /// <summary>There are too few collections.</summary>
    public const string TooFew = "too_few";

    /// <summary>All collections have about the same survivors.</summary>
    public const string SameSurvivors = "same_survivors";

    /// <summary>The durations scatter too much.</summary>
    public const string Noisy = "noisy";
}

/// <summary>The cost of a memory limit.</summary>
/// <param name="LimitBytes">The memory limit; of Go the heap goal.</param>
/// <param name="Percent">The share of time in collections, of Go of CPU time; null where the live set leaves no room.</param>
/// <param name="LowPercent">Lower end of its range.</param>
/// <param name="HighPercent">Upper end of its range.</param>
/// <param name="PeriodMs">The time from one collection of old objects to the next, without pauses; null when unknown.</param>
/// <param name="Gogc">The GOGC with which Go has this heap goal; null where no GOGC has it, and for other runtimes.</param>
internal sealed record CurvePointContract(
    long LimitBytes, double? Percent, double? LowPercent, double? HighPercent, double? PeriodMs, double? Gogc);

/// <summary>Models of GC time by memory limit for the processes of recordings.</summary>
/// <param name="Processes">One model per process.</param>
public sealed record ModelDocument(IReadOnlyList<ModelOfProcess> Processes)
{
    /// <summary>Fits a model to each recording.</summary>
    /// <param name="recordings">The recordings.</param>
    /// <param name="limits">Memory limits in bytes that the user asks about.</param>
    /// <param name="secondsPerGibibyte">
    /// Duration of a full GC per GiB of survivors, where the user passed it; it overrides the fit.
    /// </param>
    public static ModelDocument Fit(IReadOnlyList<Recording> recordings, IReadOnlyList<double> limits, double? secondsPerGibibyte) =>
        new([.. recordings.Select(recording => ModelOfProcess.Fit(recording, limits, secondsPerGibibyte))]);

    /// <summary>Several instances with coordinated collections; null without requests of several processes.</summary>
    internal Rotation? Rotation { get; init; }

    /// <summary>Whether any of them has a model.</summary>
    public bool HasModel => Processes.Any(process => process.Model is not null);

    /// <summary>Whether requests were asked about and none has an answer.</summary>
    public bool IsRefused =>
        Processes.Any(process => process.WhatIf is not null) && Processes.All(process => process.WhatIf is not { Refusal: null });

    /// <summary>Whether requests have an answer.</summary>
    public bool HasWhatIf => Processes.Any(process => process.WhatIf is { Refusal: null });

    /// <summary>The same models, with the latency of a report's requests at other settings.</summary>
    /// <param name="report">Its processes are those of the models, in the same order; it has requests.</param>
    /// <param name="asked">The settings.</param>
    public ModelDocument WithRequests(Report report, WhatIfQuestion asked)
    {
        var attribution = report.Requests!.Attribution;
        var threshold = attribution.SlowThresholdNanoseconds;
        ReplayableLoad[] replayed = [.. attribution.Loads.Where(load => load.Refusal is null)];
        return this with
        {
            Processes =
            [
                .. Processes.Select((process, i) => process with
                {
                    WhatIf = WhatIfOfProcess.Compute(
                        report.LoadOf(i) is { } load
                            ? new WhatIf(load, report.Processes[i].Recording, threshold)
                            : null,
                        process.Model, process.Refusal, asked, threshold),
                }),
            ],
            Rotation = Rotation.Compute(replayed, threshold),
        };
    }
}
