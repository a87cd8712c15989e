namespace Unpause.Recordings.Readers;

/// <summary>
/// About how much memory all takes that is kept of the inputs read so far. It is counted from time to time, never for a line, and when it
/// is full reading ends: that is reported, and what was kept is whole.
/// </summary>
/// <param name="most">Where it ends, in bytes.</param>
internal sealed class HeldMemory(long most = Limits.HeldBytes)
{
    private readonly List<Func<long>> _growing = [];
    private long _settled;

    /// <summary>Whether no more may be read.</summary>
    public bool IsFull => _settled + Growing() >= most;

    /// <summary>Why reading ends, as a phrase.</summary>
    public string Reason => $"what was read so far fills unpause's memory limit of {Quantities.Bytes((double)most)}";

    /// <summary>Counts in what a reader collects from now on.</summary>
    /// <param name="bytes">How much it is by now.</param>
    public void Watch(Func<long> bytes) => _growing.Add(bytes);

    /// <summary>What was watched has reached its size.</summary>
    public void Settle()
    {
        _settled += Growing();
        _growing.Clear();
    }

    private long Growing()
    {
        long sum = 0;
        foreach (var bytes in _growing) sum += bytes();
        return sum;
    }
}
