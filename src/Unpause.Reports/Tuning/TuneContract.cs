using System.ComponentModel.DataAnnotations;
using Unpause.Recordings.Secrets;

namespace Unpause.Reports.Tuning;

/// <summary>
/// The outcome of <c>unpause tune</c> (schema/unpause.tune-1.schema.json), and the journal of <c>--keep</c>
/// (schema/unpause.tune-journal-1.schema.json).
/// </summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(TuneContract))]
[JsonSerializable(typeof(TuneHeader))]
[JsonSerializable(typeof(TrialLine))]
public sealed partial class TuneContractJson : JsonSerializerContext;

/// <summary>
/// Trials of settings, and their outcome. Values of the objective are in <c>unit</c>; null is unknown. Additions are allowed, renames are
/// not.
/// </summary>
/// <param name="Schema">The contract's name and version.</param>
/// <param name="Outcome">
/// winner: one setting is significantly better than the default and than all others. tied: better than the default, but others are within
/// noise of it. within_noise: nothing is significantly better than the default.
/// </param>
/// <param name="Objective">The metric to minimise or maximise.</param>
/// <param name="Unit">The unit of the objective's values, means and intervals.</param>
/// <param name="HigherIsBetter">Whether the objective is maximised.</param>
/// <param name="Seed">--seed with this number repeats the same orders and the same load.</param>
/// <param name="Interrupted">Whether it was ended early.</param>
/// <param name="Chosen">The name of the best setting; null when none is better than the default.</param>
/// <param name="WithinNoiseOfChosen">Settings that do not differ significantly from the chosen one.</param>
/// <param name="Sentences">The outcome in sentences, with its caveats.</param>
/// <param name="Settings">The settings, the best first.</param>
public sealed record TuneContract(
    [property: AllowedValues(TuneContract.CurrentSchema)] string Schema,
    [property: AllowedValues(
        TuneContract.Winner, TuneContract.Tied, TuneContract.WithinNoise, TuneContract.NoneKeeps, TuneContract.TooFewTrials)]
    string Outcome,
    string Objective,
    [property: AllowedValues("ns", "bytes", "percent", "share", "count")] string Unit,
    bool HigherIsBetter,
    [property: Signed] int Seed,
    bool Interrupted,
    string? Chosen,
    IReadOnlyList<string> WithinNoiseOfChosen,
    IReadOnlyList<string> Sentences,
    IReadOnlyList<TunedSettingContract> Settings)
{
    /// <summary>
    /// What the collector costs at least in wall time, over the distilled cost: the least of any setting without the measurable part of its
    /// collector. Absent in documents of older versions.
    /// </summary>
    public TunedOverheadContract? WallOverhead { get; init; }

    /// <summary>The same in CPU time.</summary>
    public TunedOverheadContract? CpuOverhead { get; init; }

    /// <summary>The version of unpause; null in documents of older versions.</summary>
    public string? ToolVersion { get; init; }

    /// <summary>The command that was tried, with possible secrets hidden; null in documents of older versions.</summary>
    public string? Command { get; init; }

    /// <summary>What the costs of the collector are relative to, or why they are unknown; null in documents of older versions.</summary>
    public IReadOnlyList<string>? CostSentences { get; init; }

    /// <summary>What the prices of settings are of; null without --price, and in documents of older versions.</summary>
    [AllowedValues(Run, MillionRequests)]
    public string? PricedPer { get; init; }

    /// <summary>A command line as text, with possible secrets hidden.</summary>
    public static string DescribeCommand(IReadOnlyList<string> command) =>
        PlainText.Clean(CommandText.Join(Redaction.Arguments(command)));

    /// <summary>The price of a run of a batch.</summary>
    public const string Run = "run";

    /// <summary>The price of a million requests.</summary>
    public const string MillionRequests = "million_requests";

    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.tune/1";

    /// <summary>One setting is significantly better than the default and than all others.</summary>
    public const string Winner = "winner";

    /// <summary>Several are better than the default, but within noise of each other.</summary>
    public const string Tied = "tied";

    /// <summary>Nothing is significantly better than the default.</summary>
    public const string WithinNoise = "within_noise";

    /// <summary>Each setting breaks a constraint.</summary>
    public const string NoneKeeps = "no_setting_meets_constraints";

    /// <summary>There are too few trials.</summary>
    public const string TooFewTrials = "too_few_trials";
}

/// <summary>A setting with its trials.</summary>
/// <param name="Name">The name; <c>default</c> is the program unchanged.</param>
/// <param name="Environment">The environment variables of the program.</param>
/// <param name="Code">The same as code, where there is such.</param>
/// <param name="Trials">The number of valid trials.</param>
/// <param name="Failures">The number of failed trials.</param>
/// <param name="Mean">The mean of the objective over trials.</param>
/// <param name="Interval">Its confidence interval; null with too few trials.</param>
/// <param name="AgainstDefault">The difference from the default; null for the default itself, and with too few rounds.</param>
/// <param name="BrokenConstraints">Constraints that it breaks, so that it cannot be chosen.</param>
/// <param name="StopReason">Why it got no more trials, in a sentence.</param>
/// <param name="TrialResults">Its trials in order.</param>
public sealed record TunedSettingContract(
    string Name, Dictionary<string, string> Environment, IReadOnlyList<string> Code, int Trials, int Failures,
    [property: Signed] double? Mean,
    IntervalContract? Interval, TunedDifferenceContract? AgainstDefault, IReadOnlyList<string> BrokenConstraints, string? StopReason,
    IReadOnlyList<TunedTrialContract> TrialResults)
{
    /// <summary>Wall time over the distilled cost: 1.09 where the collector costs at least 9 %; null where unknown.</summary>
    public OverheadContract? WallOverhead { get; init; }

    /// <summary>The same of CPU time.</summary>
    public OverheadContract? CpuOverhead { get; init; }

    /// <summary>The price by --price; null without it, and where the CPU time is unknown.</summary>
    public TunedPriceContract? Price { get; init; }

    /// <summary>What its variables do, where known; null in documents of older versions.</summary>
    public IReadOnlyList<string>? Effects { get; init; }

    /// <summary>Caveats of its variables; null in documents of older versions.</summary>
    public IReadOnlyList<string>? Notes { get; init; }
}

/// <summary>What the overheads of all settings are relative to.</summary>
/// <param name="Refusal">Why there are none, in a sentence; null where there are.</param>
/// <param name="PerRequest">Whether times are per request, because trials take a fixed time; otherwise they are per run.</param>
/// <param name="Baseline">The setting whose time without its collector is the least; null where refused.</param>
/// <param name="DistilledNs">That time: the distilled cost, a geometric mean over trials.</param>
public sealed record TunedOverheadContract(string? Refusal, bool PerRequest, string? Baseline, double? DistilledNs);

/// <summary>A lower bound of what the collector costs, as a ratio to the distilled cost.</summary>
/// <param name="Ratio">Geometric mean over rounds.</param>
/// <param name="Low">Lower end of its 95 % confidence interval over trials; null with fewer than two.</param>
/// <param name="High">Upper end of that interval.</param>
public sealed record OverheadContract(double Ratio, double? Low, double? High);

/// <summary>What a run costs, or a million requests under load, in the currency of --price.</summary>
/// <param name="Total">All of it.</param>
/// <param name="Cpu">CPU time.</param>
/// <param name="Memory">Peak memory over the time of a run; null without --memory-price.</param>
/// <param name="CollectorAtLeast">The part of the CPU time that the collector costs at least; null where that is unknown.</param>
public sealed record TunedPriceContract(double Total, double Cpu, double? Memory, double? CollectorAtLeast);

/// <summary>A 95 % confidence interval over trials.</summary>
/// <param name="Mean">The mean.</param>
/// <param name="Low">Lower end of the interval.</param>
/// <param name="High">Upper end of the interval.</param>
public sealed record IntervalContract(
    [property: Signed] double Mean, [property: Signed] double Low, [property: Signed] double High);

/// <summary>A difference from the default, within rounds.</summary>
/// <param name="Mean">The mean.</param>
/// <param name="Low">Lower end of the 95 % confidence interval over trials.</param>
/// <param name="High">Upper end of that interval.</param>
/// <param name="IsShare">
/// Whether the three are shares of the default's value (−0.2 is 20 % less); otherwise they are differences in <c>unit</c>.
/// </param>
/// <param name="WithinNoise">Whether it is not significant.</param>
public sealed record TunedDifferenceContract(
    [property: Signed] double Mean, [property: Signed] double Low, [property: Signed] double High, bool IsShare, bool WithinNoise);

/// <summary>A trial of a setting.</summary>
/// <param name="Round">The round, from 0; trials of one round are pairs.</param>
/// <param name="Failure">Why it failed, a clause.</param>
/// <param name="Note">A remark.</param>
/// <param name="NeighbourCpuShare">The share of the machine's CPUs that other processes used.</param>
/// <param name="LoadLatenessP99Ns">The p99 delay of unpause's own load generator; null for another one.</param>
/// <param name="LoadFormat">The format of the results of --load: wrk, hey, k6, csv …; null where there are none.</param>
/// <param name="LatenciesIncludeWarmUp">
/// Whether the results have no timestamps per request, so that the warm-up is included in the latencies.
/// </param>
/// <param name="Dropped">Arrivals of the own load for which no connection was free.</param>
/// <param name="Metrics">
/// Metrics by the names of --objective and --fail-on: durations in nanoseconds, sizes in bytes, rates in percent. A metric that a trial
/// does not report is absent.
/// </param>
public sealed record TunedTrialContract(
    int Round, string? Failure, string? Note,
    [property: Range(0, 1)] double? NeighbourCpuShare,
    [property: Signed] long? LoadLatenessP99Ns,
    string? LoadFormat, bool LatenciesIncludeWarmUp, long Dropped,
    [property: Signed] Dictionary<string, double> Metrics);

/// <summary>The first line of the journal of an experiment: identifies the experiment.</summary>
/// <param name="Schema">The name and version of the journal's format.</param>
/// <param name="Seed">The seed of the orders.</param>
/// <param name="Options">The options that define the experiment.</param>
public sealed record TuneHeader(
    [property: AllowedValues(TuneHeader.CurrentSchema)] string Schema, [property: Signed] int Seed, Dictionary<string, string> Options)
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.tune-journal/1";
}

/// <summary>A finished trial as a line of the journal.</summary>
/// <param name="Setting">The setting's name.</param>
/// <param name="Round">Which round, from 0.</param>
/// <param name="Metrics">Metrics with their values; none when it failed.</param>
/// <param name="Failure">Why it failed, a clause; null when it didn't.</param>
/// <param name="NeighbourCpuShare">The CPU share of other processes; null when unknown.</param>
/// <param name="LoadLatenessP99Ns">The p99 delay of our own load generator; null for the user's load test.</param>
/// <param name="Dropped">Arrivals for which no connection was free.</param>
/// <param name="Note">A remark about the trial; null for none.</param>
public sealed record TrialLine(
    string Setting,
    int Round,
    [property: Signed] Dictionary<string, double> Metrics,
    string? Failure = null,
    [property: Range(0, 1)] double? NeighbourCpuShare = null,
    [property: Signed] long? LoadLatenessP99Ns = null,
    long Dropped = 0,
    string? Note = null)
{
    /// <summary>
    /// The format of the user's load-test results; null for our own load generator. Absent in journals of older versions.
    /// </summary>
    public string? LoadFormat { get; init; }

    /// <summary>
    /// Whether the results have no timestamps per request, so that the warm-up is included in the latencies. Absent in journals of older
    /// versions.
    /// </summary>
    public bool LatenciesIncludeWarmUp { get; init; }
}
