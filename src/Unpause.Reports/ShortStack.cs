using Unpause.Analysis.Allocations;

namespace Unpause.Reports;

/// <summary>A call stack shortened for people: the innermost methods, the application's first own method, and its callers.</summary>
internal static class ShortStack
{
    private const int Callers = 3;
    private const int InnerFrames = 2;

    /// <summary>Methods from the innermost on; the application's first own one is marked. An ellipsis replaces omitted methods.</summary>
    public static IReadOnlyList<(string Method, bool Own)> Shorten(IReadOnlyList<string> stack) => Shorten(stack, UserFrames.IsPlatform);

    /// <inheritdoc cref="Shorten(IReadOnlyList{string})"/>
    /// <param name="stack">The methods, the innermost first.</param>
    /// <param name="isPlatform">Whether a method belongs to the platform, not to the application.</param>
    public static IReadOnlyList<(string Method, bool Own)> Shorten(IReadOnlyList<string> stack, Func<string, bool> isPlatform)
    {
        var own = 0;
        while (own < stack.Count && isPlatform(stack[own])) own++;
        if (own == stack.Count) own = 0;
        var shown = new List<(string, bool)>();
        for (var i = 0; i < Math.Min(own, InnerFrames); i++) shown.Add((stack[i], false));
        if (own > InnerFrames) shown.Add(("…", false));
        for (var i = own; i < stack.Count && i <= own + Callers; i++) shown.Add((stack[i], i == own && !isPlatform(stack[i])));
        if (stack.Count > own + Callers + 1) shown.Add(("…", false));
        return shown;
    }
}
