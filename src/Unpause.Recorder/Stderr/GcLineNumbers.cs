using System.Buffers.Text;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// Which numbers the next gc lines have: a process counts its collections from 1 (memstats.numgc in src/runtime/mgc.go), and several
/// may write to one stderr.
/// </summary>
internal sealed class GcLineNumbers
{
    private const int MostProcesses = 64;
    private readonly List<long> _last = [];

    /// <summary>Notes a line's number; null where it has none.</summary>
    public void Take(long? number)
    {
        if (number is not { } taken) return;
        _last.Remove(taken - 1);
        _last.Remove(taken);
        if (_last.Count == MostProcesses) _last.RemoveAt(0);
        _last.Add(taken);
    }

    /// <summary>Whether a line with this number may come: the next of a process that has written one, or a process's first.</summary>
    public bool IsExpected(long? number) => number == 1 || Follows(number);

    /// <summary>Whether a text is such a number and nothing else.</summary>
    public bool IsExpected(ReadOnlySpan<byte> text) =>
        Utf8Parser.TryParse(text, out long number, out var length) && length == text.Length && IsExpected(number);

    /// <summary>Whether it is the next of a process that has written one.</summary>
    public bool Follows(long? number) => number is { } next && _last.Contains(next - 1);
}
