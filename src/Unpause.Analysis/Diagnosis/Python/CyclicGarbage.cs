using Unpause.Analysis;
using Unpause.Recordings.Garbage;

namespace Unpause.Diagnosis.Python;

/// <summary>Reference cycles of one or a few types make CPython's collections necessary, and these cost time.</summary>
internal sealed class CyclicGarbage : Rule
{
    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "cyclic-garbage",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Collections take {FutileCollections.Least} of the time or more, or make requests slow, and cycles of one kind are "
            + $"{CyclicWork.Share} or more of what only the collector can free.",
        Background = "Objects that refer to each other in a circle are never freed by reference counting: the collector is there for them "
            + "alone. Where few kinds of cycles make up most of them, breaking these makes the collector nearly needless. It goes on "
            + "collecting all the same, because it counts new objects and not cycles: so first break the cycle, then raise the "
            + "thresholds, or freeze what is loaded.",
        Thresholds =
        [
            CyclicWork.Share, CyclicWork.Pile, CyclicWork.Fewest, CyclicWork.Driving, CyclicWork.Unseen, FutileCollections.Least,
            FutileCollections.High,
        ],
        Needs = [PythonNeeds.Cycles],
        Advises =
        [
            "break the cycle at the reference that it names",
            "then look again, and raise the thresholds",
        ],
        Confidence = Confidence.Certain("a look finds exactly what the collection then frees"),
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
