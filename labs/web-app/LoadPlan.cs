using System.Globalization;

namespace WebApp;

/// <summary>The load of the service.</summary>
/// <param name="Seconds">For how long.</param>
/// <param name="Rate">Requests per second, on average.</param>
/// <param name="Seed">Plans with the same seed have the same requests at the same times.</param>
internal sealed record LoadPlan(int Seconds, int Rate, int Seed)
{
    private const double ShareOfChanges = 0.25;
    private const double ShareOfDocuments = 0.15;

    /// <summary>Reads <c>--seconds N --rate N --seed N</c> in any order.</summary>
    public static LoadPlan Parse(ReadOnlySpan<string> options)
    {
        var plan = new LoadPlan(25, 80, 1);
        for (; options.Length > 1; options = options[2..])
        {
            var value = int.Parse(options[1], NumberStyles.None, CultureInfo.InvariantCulture);
            plan = options[0] switch
            {
                "--seconds" => plan with { Seconds = value },
                "--rate" => plan with { Rate = value },
                "--seed" => plan with { Seed = value },
                _ => throw new ArgumentException($"unknown option {options[0]}", nameof(options)),
            };
        }

        return plan;
    }

    /// <summary>The requests and their times since the start, of a Poisson process.</summary>
    public IEnumerable<(TimeSpan At, string Kind, int Id)> Requests()
    {
        var random = new Random(Seed);
        var at = 0.0;
        while ((at -= Math.Log(1 - random.NextDouble()) / Rate) < Seconds)
        {
            var kind = random.NextDouble() switch
            {
                < ShareOfChanges => "changes",
                < ShareOfChanges + ShareOfDocuments => "documents",
                _ => "tasks",
            };
            yield return (TimeSpan.FromSeconds(at), kind, random.Next(1 << 20));
        }
    }
}
