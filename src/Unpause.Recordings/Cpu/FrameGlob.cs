namespace Unpause.Recordings.Cpu;

/// <summary>
/// A pattern for names of frames: <c>*</c> is any text, <c>?</c> one character, all else itself. A name matches with and without the
/// kernel's mark <c>_[k]</c>.
/// </summary>
/// <param name="pattern">The pattern.</param>
internal sealed class FrameGlob(string pattern)
{
    /// <summary>What the names of the kernel's frames end in, as stackcollapse-perf.pl --kernel marks them.</summary>
    public const string KernelMark = "_[k]";

    public string Pattern { get; } = pattern;

    /// <summary>Whether a name matches.</summary>
    public bool Matches(string name) =>
        Matches(Pattern, name)
        || (name.EndsWith(KernelMark, StringComparison.Ordinal) && Matches(Pattern, name.AsSpan(0, name.Length - KernelMark.Length)));

    /// <summary>Whether a name matches a pattern. The time is at most the product of both lengths.</summary>
    public static bool Matches(string pattern, ReadOnlySpan<char> name)
    {
        var (at, place, star, mark) = (0, 0, -1, 0);
        while (place < name.Length)
        {
            if (at < pattern.Length && pattern[at] == '*')
            {
                (star, mark) = (at++, place);
            }
            else if (at < pattern.Length && (pattern[at] == '?' || pattern[at] == name[place]))
            {
                at++;
                place++;
            }
            else if (star >= 0)
            {
                // The last star takes one character more.
                at = star + 1;
                place = ++mark;
            }
            else
            {
                return false;
            }
        }

        while (at < pattern.Length && pattern[at] == '*') at++;
        return at == pattern.Length;
    }
}
