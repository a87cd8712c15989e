namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>A GC cycle between its start and its end. Reused for later ones.</summary>
internal sealed class OpenCycle
{
    /// <summary>The id of its <c>cycle-start</c>, which all that belongs to it has as <c>contextid</c>.</summary>
    public long Id { get; set; } = -1;

    /// <summary>Index into the recording's collections.</summary>
    public int Index { get; set; }

    public CycleWord Word { get; set; } = CycleWord.Find(default);

    /// <summary>Whether it was begun in the pause that is being read.</summary>
    public bool IsOfThisPause { get; set; }

    /// <summary>Whether an increment of it stopped the application: else it was only begun.</summary>
    public bool HasIncrement { get; set; }

    public bool HasEnded { get; set; }
}

/// <summary>
/// The cycles that may be under way: a partial one runs inside of a global one, and a log that lost lines ends none of them.
/// </summary>
internal sealed class OpenCycles
{
    private const int Most = 8;

    private readonly OpenCycle[] _all = new OpenCycle[Most];
    private int _next;

    /// <summary>The cycle with an id; null when it isn't known.</summary>
    public OpenCycle? Find(long id)
    {
        foreach (var cycle in _all)
        {
            if (cycle is not null && cycle.Id == id) return cycle;
        }

        return null;
    }

    /// <summary>A cycle that takes the place of the oldest.</summary>
    public OpenCycle Begin(long id, int index, CycleWord word)
    {
        var cycle = _all[_next] ??= new OpenCycle();
        _next = (_next + 1) % Most;
        (cycle.Id, cycle.Index, cycle.Word) = (id, index, word);
        (cycle.IsOfThisPause, cycle.HasIncrement, cycle.HasEnded) = (true, false, false);
        return cycle;
    }

    /// <summary>A pause ends.</summary>
    public void EndPause()
    {
        foreach (var cycle in _all)
        {
            if (cycle is not null) cycle.IsOfThisPause = false;
        }
    }
}
