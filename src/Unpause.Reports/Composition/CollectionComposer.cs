using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Composition;

/// <summary>Collections by generation, kind, cause and phase, and what induced them.</summary>
internal static class CollectionComposer
{
    private const int SurvivedDecimals = 3;

    /// <summary>The collections of one process.</summary>
    public static CollectionsDocument Compose(CollectionSummary collections, IReadOnlyList<InducedCall>? inducedBy) => new()
    {
        Count = collections.Count,
        Induced = collections.Induced,
        ByGeneration = [.. collections.ByGeneration.Select(Generation)],
        ByKind = [.. collections.ByKind.Select(Kind)],
        ByCause = [.. collections.ByCause.Select(Cause)],
        ByPhase = [.. collections.ByPhase.Select(Phase)],
        InducedBy = inducedBy?.Select(InducedBy).ToList(),
    };

    /// <summary>The contract's word for a kind.</summary>
    public static string Word(CollectionKind kind) => kind == CollectionKind.Background ? KindDocument.Background : KindDocument.Blocking;

    private static GenerationDocument Generation(GenerationSummary generation) => new()
    {
        Generation = generation.Generation,
        Count = generation.Count,
        Blocking = generation.Blocking,
        Background = generation.Background,
        Induced = generation.Induced,
        PauseTotalMs = new(generation.PauseTotalNanoseconds),
        PauseMeanMs = Milliseconds.FromNanoseconds(generation.PauseMeanNanoseconds),
        PauseMaxMs = Milliseconds.FromNanoseconds(generation.PauseMaxNanoseconds),
    };

    private static KindDocument Kind(KindSummary kind) => new()
    {
        Generation = kind.Generation,
        Kind = Word(kind.Kind),
        Count = kind.Count,
        Induced = kind.Induced,
        Compacting = kind.Compacting,
        Pauses = kind.Pauses.Count,
        PauseTotalMs = new(kind.Pauses.TotalNanoseconds),
        PauseMeanMs = Milliseconds.FromNanoseconds(kind.Pauses.MeanNanoseconds),
        PauseP50Ms = Milliseconds.FromNanoseconds(kind.Pauses.P50Nanoseconds),
        PauseP90Ms = Milliseconds.FromNanoseconds(kind.Pauses.P90Nanoseconds),
        PauseP99Ms = Milliseconds.FromNanoseconds(kind.Pauses.P99Nanoseconds),
        PauseMaxMs = Milliseconds.FromNanoseconds(kind.Pauses.MaxNanoseconds),
        SuspensionTotalMs = Milliseconds.FromNanoseconds(kind.SuspensionNanoseconds),
        PromotedBytes = kind.PromotedBytes,
        SurvivedPercent = RoundedNumber.Percent(kind.SurvivedPercent, SurvivedDecimals),
    };

    private static CauseDocument Cause(CauseSummary cause) => new()
    {
        Cause = cause.Cause,
        RuntimeCause = cause.RuntimeCause,
        Count = cause.Count,
        PauseTotalMs = new(cause.PauseTotalNanoseconds),
        PauseMaxMs = new Milliseconds(cause.PauseMaxNanoseconds),
    };

    private static PhaseDocument Phase(PhaseSummary phase) => new()
    {
        Phase = phase.Phase,
        Concurrent = phase.Concurrent,
        Count = phase.Count,
        TotalMs = new(phase.TotalNanoseconds),
        MeanMs = Milliseconds.FromNanoseconds(phase.MeanNanoseconds),
        MaxMs = new Milliseconds(phase.MaxNanoseconds),
    };

    private static InducedByDocument InducedBy(InducedCall call)
    {
        var chain = InducedChain.From(call);
        return new()
        {
            Count = chain.Count,
            PauseTotalMs = Milliseconds.FromNanoseconds(call.PauseNanoseconds),
            PauseMaxMs = Milliseconds.FromNanoseconds(call.LongestNanoseconds),
            Mode = call.Mode,
            NoGcRegionCalls = call.WithoutCollection,
            Origin = chain.Origin,
            Caller = chain.AskedBy,
            Reason = chain.Reason,
            CallPath = chain.Steps,
            Stack = call.Stack,
        };
    }
}
