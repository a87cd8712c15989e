namespace Unpause.Recordings.Words;

/// <summary>Names of .NET's phases (<see cref="Phase.Name"/>) that rules use.</summary>
public static class DotNetPhases
{
    /// <summary>Values that stay alive with the keys of their dependent handles (ConditionalWeakTable) are marked.</summary>
    public const string DependentHandles = "mark: dependent handles";

    /// <summary>Weak references whose objects died are cleared, before finalizers are found.</summary>
    public const string ShortWeakReferences = "short weak references";

    /// <summary>Weak references that track resurrection, and dependent handles, whose objects died are cleared.</summary>
    public const string LongWeakReferences = "long weak references";
}
