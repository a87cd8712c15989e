using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Random access to a file through one small buffer: neighbouring reads cost one call. The file is not mapped, so a file that shrinks
/// meanwhile ends early instead of causing a fault.
/// </summary>
/// <param name="file">The file, open for reading.</param>
/// <param name="budget">How much may be read of the file; when it is used up, the file appears to end.</param>
internal sealed class FileWindow(SafeFileHandle file, ReadingBudget budget)
{
    /// <summary>Maximum length of one read.</summary>
    public const int Size = 64 * 1024;

    private readonly byte[] _buffer = new byte[Size];
    private long _start;
    private int _length;

    /// <summary>Bytes at an offset, at most <paramref name="length"/>; fewer at the file's end. Valid until the next call.</summary>
    public ReadOnlySpan<byte> Upto(long at, int length)
    {
        // A damaged table can contain any offset; no file reaches the last ones.
        if (at is < 0 or > long.MaxValue - Size) return [];
        length = Math.Min(length, Size);
        if (at < _start || at + length > _start + _length)
        {
            _start = at;
            _length = budget.TryTake(Size) ? RandomAccess.Read(file, _buffer, at) : 0;
        }

        var from = (int)(at - _start);
        return _buffer.AsSpan(from, Math.Min(length, _length - from));
    }

    /// <summary>Bytes at an offset, or none when the file ends before.</summary>
    public ReadOnlySpan<byte> Exactly(long at, int length) => Upto(at, length) is var found && found.Length == length ? found : [];
}
