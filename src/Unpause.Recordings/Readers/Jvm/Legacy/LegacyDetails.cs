using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>Words in parentheses inside a legacy pause that are not its cause.</summary>
internal static class LegacyDetails
{
    private static readonly (string Text, bool Mixed, string? Mark, string Versions)[] Rows =
    [
        ("young", false, null, "6-8, G1"),
        ("mixed", true, null, "7-8, G1"),
        ("partial", true, null, "6, G1"),
        ("initial-mark", false, JvmMarks.ConcurrentStart, "6-8, G1"),
        ("to-space exhausted", false, JvmMarks.EvacuationFailure, "7-8, G1"),
        ("to-space overflow", false, JvmMarks.EvacuationFailure, "6-7, G1"),
        ("evacuation failure", false, JvmMarks.EvacuationFailure, "6-7, G1"),
        ("promotion failed", false, JvmMarks.PromotionFailed, "5-8"),
        ("concurrent mode failure", false, JvmMarks.ConcurrentModeFailure, "5-8, CMS"),
        ("concurrent mode interrupted", false, JvmMarks.ConcurrentModeInterrupted, "5-8, CMS"),
        ("parallel", false, null, "5-8, CMS: how a phase worked"),
        ("non-parallel", false, null, "5-8, CMS"),
    ];

    /// <summary>Applies a word to a pause; false when it is none of these.</summary>
    public static bool TryApply(LegacyPause pause, ReadOnlySpan<byte> text)
    {
        foreach (var (word, mixed, mark, _) in Rows)
        {
            if (!System.Text.Ascii.Equals(text, word)) continue;
            pause.Mixed |= mixed;
            if (mark is not null && !pause.Marks.Contains(mark)) pause.Marks.Add(mark);
            return true;
        }

        return false;
    }
}
