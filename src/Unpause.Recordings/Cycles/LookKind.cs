namespace Unpause.Recordings.Cycles;

/// <summary>When a snapshot of a process's garbage was taken.</summary>
public enum LookKind
{
    /// <summary>At the start of a collection: the garbage that it freed.</summary>
    Collection,

    /// <summary>On request: the garbage at that moment.</summary>
    Moment,

    /// <summary>At the end of the program: the remaining garbage.</summary>
    Exit,

    /// <summary>On request: the whole heap, for <c>unpause heap</c>.</summary>
    Heap,
}
