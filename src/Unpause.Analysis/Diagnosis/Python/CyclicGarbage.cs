using Unpause.Recordings.Garbage;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>Reference cycles of one or a few types make CPython's collections necessary, and these take time.</summary>
internal sealed class CyclicGarbage : Rule
{
    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "cyclic-garbage",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Collections take at least {FutileCollections.Least} of the time, or make requests slow, and reference cycles of one "
            + $"kind are at least {CyclicWork.Share} of the cyclic garbage.",
        Background = "Reference counting never frees objects that refer to each other in a cycle. Only GC does. Where few kinds of cycles "
            + "dominate, breaking them makes GC nearly unnecessary. GC still runs, because it counts new objects and not cycles. "
            + "Therefore first break the cycles, then raise the thresholds, or freeze the objects loaded at start-up.",
        Thresholds =
        [
            CyclicWork.Share, CyclicWork.Pile, CyclicWork.Fewest, CyclicWork.Driving, CyclicWork.Unseen, FutileCollections.Least,
            FutileCollections.High,
        ],
        Needs = [PythonNeeds.Cycles],
        Advises =
        [
            "break the cycle at the reference that the finding names",
            "then record again, and raise the thresholds",
        ],
        Confidence = Confidence.Certain("a garbage snapshot contains exactly what the collection then frees"),
        Versions = "CPython 3.8 and later on Linux; not free-threaded builds.",
        Sources =
        [
            "CPython documentation, gc: https://docs.python.org/3/library/gc.html",
            "CPython, Modules/gcmodule.c and Python/gc.c (update_refs, subtract_refs, move_unreachable)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process) =>
        CyclicWork.Judge(process, kind => kind.Pattern != GarbageCycle.Exception, out var found)
        ?? Verdict.Found(found!.Finding(Id, $"Cycles of {string.Join(" and of ", found.Kinds.Select(kind => kind.Title))} are", []));
}
