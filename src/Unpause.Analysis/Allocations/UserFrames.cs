namespace Unpause.Analysis.Allocations;

/// <summary>Distinguishes an application's own methods from those of its platform, by the names that platforms reserve.</summary>
public static class UserFrames
{
    /// <summary>Index of the first method that is not the platform's, from the innermost; null when all are.</summary>
    public static int? First(IReadOnlyList<string> stack)
    {
        for (var i = 0; i < stack.Count; i++)
        {
            if (!IsPlatform(stack[i])) return i;
        }

        return null;
    }

    /// <summary>Whether a method belongs to the platform.</summary>
    public static bool IsPlatform(string method) => PlatformNames.IsAny(method) || GoPackages.IsStandard(method);
}
