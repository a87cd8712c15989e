#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Unpause.Collections;

/// <summary>Exchanges two spans of the same length, each reversed, by vectors: half of what Reverse does within one.</summary>
internal static class SpanMirror
{
    /// <summary>False, and nothing done, for types that hold references or have no length of 4 or 8 bytes.</summary>
    internal static bool TrySwap<T>(Span<T> left, Span<T> right)
    {
        if (!Vector256.IsHardwareAccelerated || RuntimeHelpers.IsReferenceOrContainsReferences<T>()) return false;
        if (Unsafe.SizeOf<T>() == sizeof(int))
        {
            Swap(As<T, int>(left), As<T, int>(right), Vector256.Create(7, 6, 5, 4, 3, 2, 1, 0));
            return true;
        }

        if (Unsafe.SizeOf<T>() == sizeof(long))
        {
            Swap(As<T, long>(left), As<T, long>(right), Vector256.Create(3L, 2, 1, 0));
            return true;
        }

        return false;
    }

    private static void Swap(Span<int> left, Span<int> right, Vector256<int> mirrored)
    {
        var done = 0;
        for (; done + Vector256<int>.Count <= left.Length; done += Vector256<int>.Count)
        {
            var one = left.Slice(done, Vector256<int>.Count);
            var other = right.Slice(right.Length - done - Vector256<int>.Count, Vector256<int>.Count);
            var kept = Vector256.Shuffle(Vector256.Create<int>(one), mirrored);
            Vector256.Shuffle(Vector256.Create<int>(other), mirrored).CopyTo(one);
            kept.CopyTo(other);
        }

        SwapRest(left, right, done);
    }

    private static void Swap(Span<long> left, Span<long> right, Vector256<long> mirrored)
    {
        var done = 0;
        for (; done + Vector256<long>.Count <= left.Length; done += Vector256<long>.Count)
        {
            var one = left.Slice(done, Vector256<long>.Count);
            var other = right.Slice(right.Length - done - Vector256<long>.Count, Vector256<long>.Count);
            var kept = Vector256.Shuffle(Vector256.Create<long>(one), mirrored);
            Vector256.Shuffle(Vector256.Create<long>(other), mirrored).CopyTo(one);
            kept.CopyTo(other);
        }

        SwapRest(left, right, done);
    }

    private static void SwapRest<T>(Span<T> left, Span<T> right, int done)
    {
        for (; done < left.Length; done++) (left[done], right[right.Length - 1 - done]) = (right[right.Length - 1 - done], left[done]);
    }

    private static Span<TTo> As<T, TTo>(Span<T> span) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<T, TTo>(ref MemoryMarshal.GetReference(span)), span.Length);
}
#endif
