using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>
/// How many elements a method adds for sure to a collection that it makes: in loops over constant ranges, and by AddRange.
/// </summary>
internal static class LoopAdditions
{
    /// <summary>The number, or null when nothing is certain or elements also go.</summary>
    internal static long? To(ILocalSymbol local, IOperation creation)
    {
        long sum = 0;
        foreach (var reference in SingleValue.References(local, creation))
        {
            if (Goes(reference)) return null;
            sum = Math.Min(sum + AddedBy(reference, creation), int.MaxValue);
        }

        return sum > 0 ? sum : null;
    }

    private static bool Goes(ILocalReferenceOperation reference) =>
        reference.Parent is IInvocationOperation call && call.Instance == reference
        && call.TargetMethod.Name is "Clear" or "Remove" or "RemoveAll" or "RemoveAt" or "RemoveRange" or "RemoveWhere";

    private static long AddedBy(ILocalReferenceOperation reference, IOperation creation)
    {
        var isSet = reference.Type!.Name == "HashSet";
        switch (reference.Parent)
        {
            case IInvocationOperation { TargetMethod.Name: "AddRange" or "UnionWith" } call when call.Instance == reference:
                return KnownCount.Of(call.Arguments[0].Value, isSet) is { } count ? Rounds(call, creation, null) > 0 ? count : 0 : 0;
            case IInvocationOperation { TargetMethod.Name: "Add" } call when call.Instance == reference:
                // A dictionary throws where a key comes twice, a set leaves it out.
                return Times(call, creation, isSet ? call.Arguments[0].Value : null);
            case IPropertyReferenceOperation { Property.IsIndexer: true, Parent: ISimpleAssignmentOperation assignment } indexer
                when assignment.Target == indexer && reference.Type.Name == "Dictionary":
                return Times(assignment, creation, indexer.Arguments[0].Value);
            default:
                return 0;
        }
    }

    /// <summary>How often a statement outside of loops counts: not at all.</summary>
    private static long Times(IOperation statement, IOperation creation, IOperation? key)
    {
        var rounds = Rounds(statement, creation, key);
        return rounds > 1 ? rounds : 0;
    }

    /// <summary>
    /// How often the statement runs after the creation, 0 when that depends on anything. With a key only the loop counts whose own
    /// variable that is: others would repeat it.
    /// </summary>
    private static long Rounds(IOperation statement, IOperation creation, IOperation? key)
    {
        long rounds = 1;
        var counted = key is null;
        var inner = statement;
        for (var outer = statement.Parent; outer is not null; inner = outer, outer = outer.Parent)
        {
            if (outer.Syntax.Span.Contains(creation.Syntax.Span)) break;
            switch (outer)
            {
                case ILoopOperation loop:
                    if (loop.Body != inner || LocalUses.Around(loop).IsLeft(loop)) return 0;
                    if (LoopRounds.Of(loop, distinct: key is not null) is not { } times) return 0;
                    if (key is null) rounds = Math.Min(rounds * times, int.MaxValue);
                    else if (LoopRounds.IsVariable(loop, key)) (rounds, counted) = (times, true);
                    else if (times == 0) return 0;
                    break;
                case IBlockOperation or IExpressionStatementOperation or IUsingOperation or ILockOperation or ILabeledOperation:
                case ITryOperation attempt when attempt.Body == inner:
                    break;
                default:
                    // In a branch or a lambda: nobody knows.
                    return 0;
            }
        }

        return counted ? rounds : 0;
    }
}
