using FsCheck;
using FsCheck.Fluent;

namespace Unpause.Collections.Tests;

/// <summary>One random operation: which, and two numbers that it takes its arguments from.</summary>
public readonly record struct Step(int Kind, int A, int B);

/// <summary>Runs a property over random sequences of steps; FsCheck shrinks a failing one.</summary>
internal static class Steps
{
    /// <summary>How much longer than in the default run: UNPAUSE_SOAK=20 runs twenty times as many sequences.</summary>
    public static int Soak => int.TryParse(Environment.GetEnvironmentVariable("UNPAUSE_SOAK"), out var factor) ? Math.Max(1, factor) : 1;

    public static void Check(int sequences, int length, Action<Step[]> property)
    {
        var step =
            from kind in Gen.Choose(0, 999)
            from a in Gen.Choose(0, 1_000_000)
            from b in Gen.Choose(0, 1_000_000)
            select new Step(kind, a, b);
        var steps = Gen.Choose(0, length).SelectMany(n => step.ArrayOf(n));
        Prop.ForAll(Arb.From(steps, Shorter), property)
            .Check(Config.QuickThrowOnFailure.WithMaxTest(sequences * Soak).WithQuietOnSuccess(true));
    }

    private static IEnumerable<Step[]> Shorter(Step[] steps)
    {
        for (var size = steps.Length / 2; size > 0; size /= 2)
        {
            for (var start = 0; start + size <= steps.Length; start += size) yield return [.. steps[..start], .. steps[(start + size)..]];
        }
    }
}
