namespace Unpause.Readers.DotNet;

/// <summary>The call stacks that events refer to by number until the next sequence point.</summary>
internal sealed class StackBlocks
{
    private readonly Dictionary<int, (byte[] Block, int Start, int Length)> _stacks = [];

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
            if (!reader.Failed && length > 0) _stacks[number] = (block, start, length);
            number = unchecked(number + 1);
        }

        return !reader.Failed;
    }

    /// <summary>The addresses of a stack; empty when the number is not known.</summary>
    public ReadOnlySpan<byte> Find(int number) =>
        _stacks.TryGetValue(number, out var stack) ? stack.Block.AsSpan(stack.Start, stack.Length) : default;

    /// <summary>Forgets all: numbers start anew after a sequence point.</summary>
    public void Clear() => _stacks.Clear();
}
