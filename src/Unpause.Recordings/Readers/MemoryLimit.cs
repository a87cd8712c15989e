namespace Unpause.Recordings.Readers;

/// <summary>
/// About how much memory the data of all inputs takes that were read so far. It is counted from time to time, never for a line. When the
/// limit is reached, reading ends with a note, and what was read is complete.
/// </summary>
/// <param name="most">The limit in bytes.</param>
public sealed class MemoryLimit(long most = Limits.MemoryBytes)
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
