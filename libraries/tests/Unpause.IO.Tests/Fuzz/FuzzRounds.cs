using System.Diagnostics;
using System.Globalization;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>
/// Runs seeded rounds, and counts the operations: a few in ./test, UNPAUSE_SOAK times as many when asked, from UNPAUSE_SEED on.
/// </summary>
internal static class FuzzRounds
{
    private static int FirstSeed =>
        int.TryParse(Environment.GetEnvironmentVariable("UNPAUSE_SEED"), CultureInfo.InvariantCulture, out var seed) ? seed : 0;

    /// <param name="rounds">How many rounds the short form has.</param>
    /// <param name="round">One round; returns how many operations it did.</param>
    /// <param name="output">Gets the count.</param>
    public static void Run(int rounds, Func<Random, int> round, ITestOutputHelper output)
    {
        var operations = 0L;
        var watch = Stopwatch.StartNew();
        for (var i = 0; i < rounds * Steps.Soak; i++)
        {
            var seed = FirstSeed + i;
            try
            {
                operations += round(new Random(seed));
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"Round {seed}: UNPAUSE_SEED={seed} begins with it. {exception.Message}", exception);
            }
        }

        output.WriteLine($"{operations:N0} operations in {rounds * Steps.Soak:N0} rounds, {watch.Elapsed.TotalSeconds:0.0} s");
    }
}
