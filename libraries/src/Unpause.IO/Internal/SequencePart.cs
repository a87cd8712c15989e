using System.Buffers;

namespace Unpause.IO;

/// <summary>One link of a ReadOnlySequence.</summary>
internal sealed class SequencePart : ReadOnlySequenceSegment<byte>
{
    internal SequencePart(ReadOnlyMemory<byte> memory, SequencePart? before)
    {
        Memory = memory;
        if (before is null) return;
        RunningIndex = before.RunningIndex + before.Memory.Length;
        before.Next = this;
    }
}
