namespace Unpause.Fleet.Questions.Coincidences;

/// <summary>The upper tail of Poisson's distribution.</summary>
internal static class PoissonTail
{
    private const int MostTerms = 10_000;

    /// <summary>The probability of at least so many events.</summary>
    /// <param name="mean">How many are expected, above 0.</param>
    public static double AtLeast(double count, double mean)
    {
        // From the mean on the terms fall; below it the answer is of no interest, because it is no excess.
        if (count <= mean || count <= 0) return 1;
        count = Math.Ceiling(count - 1e-9);
        var logFirst = (count * Math.Log(mean)) - mean - LogFactorial(count);
        double sum = 1, term = 1;
        for (var i = 1; i < MostTerms && term > sum * 1e-16; i++)
        {
            term *= mean / (count + i);
            sum += term;
        }

        return Math.Min(1, Math.Exp(logFirst + Math.Log(sum)));
    }

    /// <summary>ln n!, exact for small numbers and by Stirling's series for others.</summary>
    private static double LogFactorial(double count)
    {
        if (count < 20)
        {
            var sum = 0.0;
            for (var i = 2; i <= count; i++) sum += Math.Log(i);
            return sum;
        }

        var next = count + 1;
        return ((next - 0.5) * Math.Log(next)) - next + (Math.Log(2 * Math.PI) / 2) + (1 / (12 * next)) - (1 / (360 * next * next * next));
    }
}
