using Unpause.Recordings.Garbage;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// Exceptions retained by a variable. The traceback refers to the frame and the frame to the variable, so everything in the frame waits for
/// GC.
/// </summary>
internal sealed class KeptTracebacks : Rule
{
    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "traceback-cycles",
        AppliesTo = [Runtimes.CPython],
        Summary = $"Collections take at least {FutileCollections.Least} of the time, or make requests slow, and exceptions in a cycle with "
            + $"their own traceback are at least {CyclicWork.Share} of the cyclic garbage.",
        Background = "An exception refers to its traceback, the traceback to the frames it passed through, and a frame to all its "
            + "variables. If one of these variables refers to the exception, directly or indirectly, that is a reference cycle. All "
            + "objects of those frames are then retained until GC runs. For this reason Python deletes the name of an except clause at "
            + "its end. A copy under another name stays.",
        Thresholds =
        [
            CyclicWork.Share, CyclicWork.Pile, CyclicWork.Fewest, CyclicWork.Driving, CyclicWork.Unseen, FutileCollections.Least,
            FutileCollections.High,
        ],
        Needs = [PythonNeeds.Cycles],
        Advises =
        [
            "delete the variable that refers to the exception, or set its __traceback__ to None",
            "then record again, and raise the thresholds",
        ],
        Confidence = Confidence.Certain("a garbage snapshot contains exactly what the collection then frees"),
        Versions = "CPython 3.8 and later on Linux; not free-threaded builds.",
        Sources =
        [
            "Python reference, the try statement: https://docs.python.org/3/reference/compound_stmts.html#the-try-statement",
            "PEP 3110, Catching Exceptions in Python 3000, and PEP 3134, __traceback__",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process) =>
        CyclicWork.Judge(process, kind => kind.Pattern == GarbageCycle.Exception, out var found)
        ?? Verdict.Found(found!.Finding(
            Id,
            "Exceptions in a cycle with their own traceback are",
            [
                new Advice(
                    "In code: break the cycle where the exception is no longer needed, also when the function fails.",
                    Code: "try:\n    …\nexcept LookupError as e:\n    problem = e\n…\nproblem = None  # or, to keep its text: "
                        + "problem.__traceback__ = None"),
            ]));
}
