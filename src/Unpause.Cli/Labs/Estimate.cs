using Unpause.Requests.Statistics;

namespace Unpause.Cli.Labs;

/// <summary>A number with its 95 % interval.</summary>
internal readonly record struct Estimate(double Value, double Low, double High)
{
    /// <summary>The interval is that of the drawn values.</summary>
    public static Estimate Of(double value, IEnumerable<double> drawn) =>
        BlockBootstrap.Interval(drawn) is { } interval
            ? new Estimate(value, interval.Low, interval.High)
            : new Estimate(value, value, value);
}
