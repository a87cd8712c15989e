using Unpause.Analysis;
using Unpause.Recordings.Garbage;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// Exceptions that a variable keeps: the traceback knows the frame, the frame the variable, and all its objects wait for the collector.
/// </summary>
internal sealed class KeptTracebacks : Rule
{
    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "kept-tracebacks",
        Runtimes = [Unpause.Recordings.Words.Runtimes.CPython],
        Summary = $"Collections take {FutileCollections.Least} of the time or more, or make requests slow, and exceptions whose "
            + $"traceback keeps the frame that keeps them are {CyclicWork.Share} or more of what only the collector can free.",
        Background = "An exception has its traceback, the traceback the frames that it came through, and a frame all its variables. Where "
            + "one of these variables, or something that it refers to, is the exception, that is a circle: everything that those calls "
            + "had in hand stays until the collector comes. Python deletes the name of an except clause at its end for that reason; a copy "
            + "of it under another name stays.",
        Thresholds =
        [
            CyclicWork.Share, CyclicWork.Pile, CyclicWork.Fewest, CyclicWork.Driving, CyclicWork.Unseen, FutileCollections.Least,
            FutileCollections.High,
        ],
        Needs = [PythonNeeds.Cycles],
        Advises =
        [
            "delete the variable that keeps the exception, or set its __traceback__ to None",
            "then look again, and raise the thresholds",
        ],
        Confidence = Confidence.Certain("a look finds exactly what the collection then frees"),
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
            "Exceptions kept with their tracebacks are",
            [
                new Advice(
                    "In code: end the circle where the exception is done with, also when the function fails.",
                    Code: "try:\n    …\nexcept LookupError as e:\n    problem = e\n…\nproblem = None  # or, to keep its text: "
                        + "problem.__traceback__ = None"),
            ]));
}
