namespace Unpause.Fuzz;

/// <summary>What an input did that no input may do.</summary>
/// <param name="Kind">The exception, or which limit was passed.</param>
/// <param name="Place">Where, so that one defect is reported once.</param>
/// <param name="Text">All of it, for people.</param>
internal sealed record Fault(string Kind, string Place, string Text)
{
    private const int Frames = 3;

    /// <summary>The fault of an exception.</summary>
    public static Fault Of(Exception exception)
    {
        var lines = (exception.StackTrace ?? "").Split('\n');
        var own = lines.Where(line => line.Contains("Unpause.", StringComparison.Ordinal)).Take(Frames)
            .Select(line => line.Split(" in ")[0].Trim());
        return new Fault(exception.GetType().Name, string.Join(" < ", own), exception.ToString());
    }
}
