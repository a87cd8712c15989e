using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Unpause.Analyzers;

/// <summary>Calls of System.Linq.Enumerable.</summary>
internal static class Linq
{
    /// <summary>Whether this calls a method of Enumerable.</summary>
    internal static bool IsLinq(this IInvocationOperation call) =>
        call.TargetMethod.ContainingType is { Name: "Enumerable", ContainingNamespace: var space } &&
        space is { Name: "Linq", ContainingNamespace.Name: "System" };

    /// <summary>The argument for a parameter, by the parameter's place.</summary>
    internal static IOperation? Argument(this IInvocationOperation call, int place) =>
        call.Arguments.FirstOrDefault(argument => argument.Parameter?.Ordinal == place)?.Value;

    /// <summary>Whether the method gives each element of its source once, perhaps in another order.</summary>
    internal static bool KeepsElements(string method) => method
        is "AsEnumerable" or "Cast" or "Order" or "OrderBy" or "OrderByDescending" or "OrderDescending" or "Reverse" or "ThenBy"
        or "ThenByDescending" or "ToArray" or "ToList";

    /// <summary>Whether the method gives at least one element for each of its source.</summary>
    internal static bool KeepsCount(string method) =>
        KeepsElements(method) || method is "Append" or "Concat" or "DefaultIfEmpty" or "Index" or "Prepend" or "Select";
}
