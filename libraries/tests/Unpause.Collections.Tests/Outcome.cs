namespace Unpause.Collections.Tests;

/// <summary>What an operation gave: a value, or the kind of exception. Two implementations must agree on it.</summary>
internal static class Outcome
{
    public static string Capture<TResult>(Func<TResult> operation)
    {
        try
        {
            return $"{operation()}";
        }
        catch (Exception exception)
        {
            return $"{exception.GetType().Name}: {(exception as ArgumentException)?.ParamName}";
        }
    }

    public static string Capture(Action operation) => Capture(() =>
    {
        operation();
        return "done";
    });

    public static void Same<TResult>(Func<TResult> expected, Func<TResult> actual) => Assert.Equal(Capture(expected), Capture(actual));

    /// <summary>As Same, but the name of the wrong argument may differ: List leaks that of an inner Array.Copy.</summary>
    public static void SameKind(Action expected, Action actual) =>
        Assert.Equal(Capture(expected).Split(':')[0], Capture(actual).Split(':')[0]);

    public static void SameKind<TResult>(Func<TResult> expected, Func<TResult> actual) =>
        Assert.Equal(Capture(expected).Split(':')[0], Capture(actual).Split(':')[0]);

    public static void Same(Action expected, Action actual) => Assert.Equal(Capture(expected), Capture(actual));
}
