namespace Unpause.Cycles;

/// <summary>When the garbage of a process was looked at.</summary>
public enum LookKind
{
    /// <summary>Where a collection began: what it freed.</summary>
    Collection,

    /// <summary>When somebody asked: what lay there.</summary>
    Moment,

    /// <summary>When the program ended: what lay there still.</summary>
    Exit,

    /// <summary>When somebody asked: the whole heap, for <c>unpause heap</c>.</summary>
    Heap,
}
