namespace Unpause.Recordings.Readers.DotNet.HeapDumps;

/// <summary>The types of a heap dump by number.</summary>
/// <param name="names">Their names, which may come after the objects.</param>
internal sealed class HeapDumpTypes(TypeTable names)
{
    private const string Unnamed = "type without a name";
    private readonly Dictionary<long, int> _numbers = [];
    private long _last;
    private int _lastNumber = -1;

    /// <summary>A type's number; those beyond <see cref="Limits.HeapTypes"/> share one.</summary>
    public int Number(long type)
    {
        if (_lastNumber >= 0 && type == _last) return _lastNumber;
        if (!_numbers.TryGetValue(type, out var number))
        {
            number = Math.Min(_numbers.Count, Limits.HeapTypes);
            if (number < Limits.HeapTypes) _numbers.Add(type, number);
        }

        (_last, _lastNumber) = (type, number);
        return number;
    }

    /// <summary>The names by number.</summary>
    public IReadOnlyList<string> Names()
    {
        var byNumber = new string[_numbers.Count + 1];
        foreach (var (type, number) in _numbers) byNumber[number] = names.NameOf(type) ?? Unnamed;
        byNumber[^1] = "other types";
        return byNumber;
    }
}
