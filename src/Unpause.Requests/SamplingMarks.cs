using System.Buffers.Text;
using System.Globalization;

namespace Unpause.Requests;

/// <summary>What spans say of how they were sampled: the share that was kept, and whether that was decided when they were over.</summary>
/// <remarks>
/// OpenTelemetry, "TraceState: Probability Sampling": <c>ot=th:T</c>, a share of 1 − T ÷ 2^56 was kept (T in up to 14 hexadecimal
/// digits, zeros at the end left out); its older form <c>ot=p:N</c>, 2^−N. Attributes: <c>sampling.probability</c>,
/// <c>sampler.param</c> beside <c>sampler.type=probabilistic</c> (Jaeger), <c>SampleRate</c> (Honeycomb: one of that many).
/// <c>tailsampling.policy</c> and <c>sampling.policy</c> are the OpenTelemetry collector's, which decides when a trace is over.
/// </remarks>
internal sealed class SamplingMarks
{
    private const int ThresholdDigits = 14;
    private const double MuchDifferent = 1.5;
    private double _least = 1;
    private double _most;

    /// <summary>
    /// Share of the requests that were kept, the mean of the least and the most; null when no sampling is recorded.
    /// </summary>
    public double? Share => _least < 1 ? Math.Max(_least, Math.Min(_most, 1)) : null;

    /// <summary>Whether it depends on the request what share was kept.</summary>
    public bool Depends { get; private set; }

    /// <summary>Takes a span's trace state.</summary>
    public void TakeTraceState(ReadOnlySpan<byte> state)
    {
        var at = state.IndexOf("ot="u8);
        if (at < 0 || (at > 0 && state[at - 1] is not ((byte)',' or (byte)' '))) return;
        var own = state[(at + 3)..];
        if (own.IndexOf((byte)',') is >= 0 and var end) own = own[..end];
        foreach (var range in own.Split((byte)';'))
        {
            var part = own[range];
            if (part.StartsWith("th:"u8)) TakeThreshold(part[3..]);
            else if (part.StartsWith("p:"u8) && Utf8Parser.TryParse(part[2..], out int power, out _) && power is >= 0 and < 63)
            {
                Take(Math.Pow(2, -power));
            }
        }
    }

    /// <summary>Takes an attribute of a span.</summary>
    /// <param name="rate">Whether its value is how many requests one represents; else it is the share that was kept.</param>
    /// <param name="value">The number as text.</param>
    public void TakeAttribute(bool rate, ReadOnlySpan<byte> value)
    {
        if (!double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) || !(number > 0)) return;
        if (rate && number >= 1) Take(1 / number);
        else if (!rate && number <= 1) Take(number);
    }

    /// <summary>A policy that knows the whole trace has kept it.</summary>
    public void TakePolicy() => Depends = true;

    private void TakeThreshold(ReadOnlySpan<byte> digits)
    {
        if (digits.Length is 0 or > ThresholdDigits) return;
        if (!ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, null, out var threshold)) return;
        Take(1 - ((threshold << (4 * (ThresholdDigits - digits.Length))) / (double)(1UL << 56)));
    }

    private void Take(double share)
    {
        if (!(share > 0)) return;
        (_least, _most) = (Math.Min(_least, share), Math.Max(_most, share));
        Depends |= _most > MuchDifferent * _least;
    }
}
