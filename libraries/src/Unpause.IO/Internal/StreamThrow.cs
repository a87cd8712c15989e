using System.Diagnostics.CodeAnalysis;

namespace Unpause.IO;

/// <summary>Cold paths, with the words that the runtime's own streams use.</summary>
internal static class StreamThrow
{
    internal static void IfNull([NotNull] object? argument, string name)
    {
        if (argument is null) throw new ArgumentNullException(name);
    }

    /// <summary>The check of every method that takes a buffer, an offset and a count.</summary>
    internal static void IfNotRange([NotNull] byte[]? buffer, int offset, int count)
    {
        IfNull(buffer, nameof(buffer));
        if (offset < 0) throw new ArgumentOutOfRangeException(nameof(offset), offset, "Non-negative number required.");

        // Compared as long, as in the runtime's Stream: an offset behind the end leaves less than nothing.
        if ((uint)count > buffer.Length - offset) throw new ArgumentOutOfRangeException(nameof(count), count, OutOfBounds);
    }

    internal static void IfNotBufferSize(int bufferSize)
    {
        if (bufferSize <= 0) throw new ArgumentOutOfRangeException(nameof(bufferSize), bufferSize, "Positive number required.");
    }

    internal static void IfNotWritable([NotNull] Stream? destination)
    {
        IfNull(destination, nameof(destination));
        if (destination.CanWrite) return;
        if (!destination.CanRead) Disposed(destination.GetType().Name);
        NotSupported("writing");
    }

    internal static ObjectDisposedException Closed(string name) => new(name, "Cannot access a closed Stream.");

    [DoesNotReturn]
    internal static void Disposed(string name) => throw Closed(name);

    [DoesNotReturn]
    internal static void NotSupported(string what) => throw new NotSupportedException($"Stream does not support {what}.");

    private const string OutOfBounds =
        "Offset and length were out of bounds for the array or count is greater than the number of elements from index to the "
        + "end of the source collection.";
}
