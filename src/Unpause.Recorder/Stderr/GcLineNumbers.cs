using System.Buffers.Text;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Numbers of the next gctrace lines: a process counts its collections from 1 (memstats.numgc in src/runtime/mgc.go), and several
/// may write to one stderr.
/// </summary>
internal sealed class GcLineNumbers
{
    private const int MostProcesses = 64;
    private readonly List<long> _last = [];

    /// <summary>Records a line's number; null for a line without one.</summary>
    public void Take(long? number)
    {
        if (number is not { } taken) return;
        _last.Remove(taken - 1);
        _last.Remove(taken);
        if (_last.Count == MostProcesses) _last.RemoveAt(0);
        _last.Add(taken);
    }

    /// <summary>Whether a line with this number is possible: the next of a known process, or a process's first.</summary>
    public bool IsExpected(long? number) => number == 1 || Follows(number);

    /// <summary>Whether a text consists of such a number.</summary>
    public bool IsExpected(ReadOnlySpan<byte> text) =>
        Utf8Parser.TryParse(text, out long number, out var length) && length == text.Length && IsExpected(number);

    /// <summary>Whether it is the next number of a known process.</summary>
    public bool Follows(long? number) => number is { } next && _last.Contains(next - 1);
}
