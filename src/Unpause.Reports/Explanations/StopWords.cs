using Unpause.Analysis.Events;

namespace Unpause.Reports.Explanations;

/// <summary>The words for the parts, questions and causes of stops: in the contract, and in sentences.</summary>
internal static class StopWords
{
    /// <summary>The word of a value in the contract: its name in lower case with hyphens, <c>stopping-threads</c>.</summary>
    public static string Contract<T>(T value)
        where T : struct, Enum
    {
        var name = value.ToString();
        var word = new System.Text.StringBuilder(name.Length + 2);
        foreach (var letter in name)
        {
            if (char.IsAsciiLetterUpper(letter) && word.Length > 0) word.Append('-');
            word.Append(char.ToLowerInvariant(letter));
        }

        return word.ToString();
    }

    /// <summary>All words of an enumeration in the contract.</summary>
    public static IReadOnlyList<string> All<T>()
        where T : struct, Enum => [.. Enum.GetValues<T>().Select(Contract)];

    /// <summary>.NET times marking by kind of root, and marks all that the roots reach in that time (gc.cpp, mark_phase).</summary>
    public const string MarkingOfRoots = "mark: ";

    private static string Roots(string kind) => kind switch
    {
        "stacks" => "thread stacks",
        "finalizer queue" => "the finalizer queue",
        "newly finalizable" => "objects with finalizers",
        _ => PlainText.Clean(kind),
    };

    /// <summary>What a part does, as the subject of a sentence: <c>copying survivors</c>.</summary>
    public static string Describe(PausePart part) => part.Kind switch
    {
        _ when part.Phase?.StartsWith(MarkingOfRoots, StringComparison.Ordinal) == true =>
            $"marking live objects from {Roots(part.Phase[MarkingOfRoots.Length..])}",
        PausePartKind.StoppingThreads => "stopping the threads",
        PausePartKind.OtherOperation => "the operation",
        PausePartKind.Preparing => "preparing the collection",
        PausePartKind.Roots => "scanning roots",
        PausePartKind.ThreadStacks => "scanning thread stacks",
        PausePartKind.Handles => "scanning handles",
        PausePartKind.RememberedSets => "scanning remembered sets",
        PausePartKind.Marking => "marking live objects",
        PausePartKind.Planning => "planning where objects go",
        PausePartKind.Copying => "copying survivors",
        PausePartKind.Compacting => "compacting the heap",
        PausePartKind.EvacuationFailure => "cleaning up after the failed evacuation",
        PausePartKind.Freeing => "freeing and sweeping memory",
        PausePartKind.References => "processing weak, soft and final references",
        PausePartKind.Finalization => "looking for objects with finalizers",
        PausePartKind.ClassUnloading => "class unloading",
        PausePartKind.StringTable => "cleaning the tables of symbols and strings",
        PausePartKind.StringDeduplication => "string deduplication",
        PausePartKind.CodeRoots => "scanning roots in compiled code",
        PausePartKind.LoadImbalance => "waiting for the slowest GC thread",
        PausePartKind.YoungerCollection => "a younger collection before it",
        PausePartKind.OtherPhase => $"the phase \"{PlainText.Clean(part.Phase ?? "")}\"",
        PausePartKind.AroundPause => "the time before and after the GC work",
        _ => "the collection",
    };
}
