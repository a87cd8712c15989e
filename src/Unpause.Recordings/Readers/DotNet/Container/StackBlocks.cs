using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>The call stacks that events refer to by number until the next sequence point.</summary>
internal sealed class StackBlocks(StackTable table)
{
    private const int NotNumbered = -2;
    private readonly Dictionary<int, (byte[] Block, int Start, int Length, int Number)> _stacks = [];

    /// <summary>Takes a stack block: first number, count, then each stack's length and addresses. False when it is damaged.</summary>
    public bool Add(ReadOnlySpan<byte> content)
    {
        var block = content.ToArray();
        var reader = new VarReader(block);
        var number = reader.Int32();
        reader.Int32();
        while (reader.Remaining > 0 && !reader.Failed)
        {
            var length = reader.Int32();
            var start = reader.Position;
            reader.Skip(length);
            if (!reader.Failed && length > 0) _stacks[number] = (block, start, length, NotNumbered);
            number = unchecked(number + 1);
        }

        return !reader.Failed;
    }

    /// <summary>The number that a stack has in the recording; <see cref="StackTable.None"/> when the file has no such stack.</summary>
    public int NumberOf(int stack, int pointerBytes)
    {
        ref var found = ref CollectionsMarshal.GetValueRefOrNullRef(_stacks, stack);
        if (Unsafe.IsNullRef(ref found)) return StackTable.None;
        if (found.Number == NotNumbered) found.Number = table.Number(found.Block.AsSpan(found.Start, found.Length), pointerBytes);
        return found.Number;
    }

    /// <summary>Forgets all: numbers start anew after a sequence point.</summary>
    public void Clear() => _stacks.Clear();
}
