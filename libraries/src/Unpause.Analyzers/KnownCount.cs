using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>How many elements a sequence has at least, where the source says so.</summary>
internal static class KnownCount
{
    // Nobody types so many calls for one sequence. Through locals the same ones may be met again and again: a.Concat(a) doubles them.
    private const int MaxSteps = 256;

    /// <summary>The number of elements, or with <paramref name="distinct"/> of different ones; null when it isn't known.</summary>
    internal static long? Find(IOperation sequence, bool distinct)
    {
        var steps = MaxSteps;
        return Find(sequence, distinct, ref steps);
    }

    private static long? Find(IOperation sequence, bool distinct, ref int steps)
    {
        if (--steps < 0) return null;
        return SingleValue.Resolve(sequence) switch
        {
            IArrayCreationOperation { DimensionSizes.Length: 1 } array when !distinct => SingleValue.Number(array.DimensionSizes[0]),
            IInvocationOperation call when call.IsLinq() => OfCall(call, distinct, ref steps),
            _ => null,
        };
    }

    private static long? OfCall(IInvocationOperation call, bool distinct, ref int steps)
    {
        var name = call.TargetMethod.Name;
        if (call.Argument(0) is not { } source) return null;
        switch (name)
        {
            case "Range":
                return Number(call, 1);
            case "Repeat":
                return distinct ? 1 : Number(call, 1);
            case "Take" when call.Argument(1) is { Type.SpecialType: SpecialType.System_Int32 }:
                return Find(source, distinct, ref steps) is { } before && Number(call, 1) is { } taken
                    ? Math.Max(0, Math.Min(before, taken))
                    : null;
            case "Skip":
                return Find(source, distinct, ref steps) is { } all && Number(call, 1) is { } skipped
                    ? Math.Max(0, all - Math.Max(0, skipped))
                    : null;
            case "Concat" or "Union":
                if (call.Arguments.Length != 2) return null;
                var differ = distinct || name == "Union";
                var (first, second) = (Find(source, differ, ref steps), Find(call.Argument(1)!, differ, ref steps));
                // What is in both counts once among different ones.
                return differ ? Larger(first, second) : Sum(first, second);
            case "Distinct" or "ToHashSet" when call.Arguments.Length == 1:
                return Find(source, distinct: true, ref steps);
            default:
                return distinct
                    ? Linq.KeepsElements(name) || name is "Append" or "Prepend" ? Find(source, distinct, ref steps) : null
                    : Linq.KeepsCount(name) ? Find(source, distinct, ref steps) : null;
        }
    }

    private static long? Number(IInvocationOperation call, int place) =>
        call.Argument(place) is { } argument ? SingleValue.Number(argument) : null;

    private static long? Larger(long? first, long? second) =>
        first is null || second is null ? first ?? second : Math.Max(first.Value, second.Value);

    private static long? Sum(long? first, long? second) => first is null || second is null ? first ?? second : first + second;
}
