using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Turns call stacks into methods' names. Frames without a name (native code, no rundown) are left out.</summary>
internal sealed class StackNames(StackTable stacks, MethodTable methods, int pointerBytes)
{
    private readonly Dictionary<int, IReadOnlyList<string>> _named = [];

    /// <summary>The names of a stack's methods, the innermost first; empty for <see cref="StackTable.None"/>.</summary>
    public IReadOnlyList<string> Get(int stack)
    {
        if (stack == StackTable.None || methods.IsEmpty) return [];
        if (!_named.TryGetValue(stack, out var names)) _named[stack] = names = Name(stacks[stack]);
        return names;
    }

    private List<string> Name(ReadOnlySpan<byte> addresses)
    {
        var names = new List<string>();
        for (var at = 0; at + pointerBytes <= addresses.Length; at += pointerBytes)
        {
            var frame = addresses[at..];
            var address = pointerBytes == 4
                ? BinaryPrimitives.ReadUInt32LittleEndian(frame)
                : BinaryPrimitives.ReadUInt64LittleEndian(frame);
            // A return address is the one after the call, which may belong to the next method already.
            if (methods.NameAt(at == 0 ? address : address - 1) is { } name) names.Add(name);
        }

        return names;
    }
}
