namespace Unpause.Fleet.Questions.Traces;

/// <summary>
/// The probability that each trace meets a stop of a service, if stops do not choose: by how long the service had it. A trace that is long
/// in two services meets stops of both without any common reason.
/// </summary>
internal static class TraceExposure
{
    private const int Steps = 12;

    /// <summary>The probabilities, whose sum is the number of traces that met a stop.</summary>
    /// <param name="exposed">For how long each trace can meet a stop: its length without stops, and the length of a stop.</param>
    /// <param name="met">How many traces met a stop.</param>
    public static double[] Of(ReadOnlySpan<double> exposed, int met)
    {
        var probabilities = new double[exposed.Length];
        var total = 0.0;
        foreach (var time in exposed) total += time;
        if (met == 0 || total <= 0) return probabilities;
        // The sum bends down as the rate rises, so the steps of Newton come from below and never pass the root.
        var rate = met / total;
        for (var step = 0; step < Steps; step++)
        {
            double sum = 0, slope = 0;
            foreach (var time in exposed)
            {
                var rest = Math.Exp(-rate * time);
                sum += 1 - rest;
                slope += time * rest;
            }

            if (met - sum <= 1e-6 * met || slope <= 0) break;
            rate += (met - sum) / slope;
        }

        for (var i = 0; i < probabilities.Length; i++) probabilities[i] = 1 - Math.Exp(-rate * exposed[i]);
        return probabilities;
    }
}
