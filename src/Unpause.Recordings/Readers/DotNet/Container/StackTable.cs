using System.Diagnostics.CodeAnalysis;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>Gives each different call stack one number. A stack is its return addresses, top first, as in the file.</summary>
internal sealed class StackTable
{
    /// <summary>The number of no stack.</summary>
    public const int None = -1;

    private readonly Dictionary<byte[], int> _numbers = new(new ByContent());
    private readonly Dictionary<byte[], int>.AlternateLookup<ReadOnlySpan<byte>> _lookup;
    private readonly List<byte[]> _stacks = [];

    public StackTable() => _lookup = _numbers.GetAlternateLookup<ReadOnlySpan<byte>>();

    public int Count => _stacks.Count;

    /// <summary>The addresses of a stack, as in the file.</summary>
    public ReadOnlySpan<byte> this[int number] => _stacks[number];

    /// <summary>The number of a stack; <see cref="None"/> for an empty one and beyond <see cref="Limits.Stacks"/>.</summary>
    public int Number(ReadOnlySpan<byte> addresses, int pointerBytes)
    {
        addresses = addresses[..Math.Min(addresses.Length, Limits.StackFrames * pointerBytes)];
        if (addresses.IsEmpty) return None;
        if (_lookup.TryGetValue(addresses, out var number)) return number;
        if (_stacks.Count >= Limits.Stacks) return None;
        var kept = addresses.ToArray();
        _numbers.Add(kept, _stacks.Count);
        _stacks.Add(kept);
        return _stacks.Count - 1;
    }

    private sealed class ByContent : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
    {
        public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

        public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());

        public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

        public int GetHashCode(ReadOnlySpan<byte> alternate)
        {
            var hash = default(HashCode);
            hash.AddBytes(alternate);
            return hash.ToHashCode();
        }

        public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
    }
}
