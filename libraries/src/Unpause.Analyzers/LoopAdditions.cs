using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;
using Unpause.Analyzers.Shared;

namespace Unpause.Analyzers;

/// <summary>
/// How many elements a method adds for sure to a collection that it makes: in loops over constant ranges, and by AddRange.
/// </summary>
internal static class LoopAdditions
{
    /// <summary>The number, or null when nothing is certain or elements may also go.</summary>
    internal static long? To(ILocalSymbol local, IOperation creation, bool mergesEqual)
    {
        long sum = 0;
        var filled = 0;
        var references = SingleValue.References(local, creation);
        foreach (var reference in references)
        {
            var added = AddedBy(reference, creation, mergesEqual);
            // Two loops may put the same elements into a set, or set the same keys.
            sum = Merges(reference) ? Math.Max(sum, added) : Math.Min(sum + added, int.MaxValue);
            if (added > 0) filled = Math.Max(filled, Outermost(reference, creation).Syntax.Span.End);
        }

        return sum > 0 && !references.Any(reference => MayEmpty(reference, creation, filled)) ? sum : null;
    }

    /// <summary>
    /// Whether elements may go at this place. Who is given the collection before it is filled may clear it while it fills, as what sends
    /// batches does; afterwards it has been large already.
    /// </summary>
    private static bool MayEmpty(ILocalReferenceOperation reference, IOperation creation, int filled) => reference.Parent switch
    {
        ISimpleAssignmentOperation { IsRef: false } assignment when assignment.Target == reference =>
            !assignment.Value.Syntax.Span.Contains(creation.Syntax.Span),
        IInvocationOperation call when call.Instance == reference => call.TargetMethod.Name
            is "Clear" or "ExceptWith" or "IntersectWith" or "Remove" or "RemoveAll" or "RemoveAt" or "RemoveRange" or "RemoveWhere"
            or "SymmetricExceptWith",
        IPropertyReferenceOperation or IImplicitIndexerReferenceOperation => false,
        _ when SingleValue.Writes(reference) => true,
        _ => !IsRead(reference) && (reference.Syntax.SpanStart < filled || IsInFunction(reference, creation)),
    };

    /// <summary>Whether what gets the collection only goes through it: foreach and LINQ.</summary>
    private static bool IsRead(IOperation reference)
    {
        while (reference.Parent is IConversionOperation conversion) reference = conversion;
        return reference.Parent is IForEachLoopOperation or ILockOperation
            || (reference.Parent is IArgumentOperation { Parent: IInvocationOperation call } && call.IsLinq());
    }

    /// <summary>Whether it is in a local function, which is called from wherever.</summary>
    private static bool IsInFunction(IOperation reference, IOperation creation)
    {
        for (var outer = reference.Parent; outer is not null && !outer.Syntax.Span.Contains(creation.Syntax.Span); outer = outer.Parent)
        {
            if (outer is ILocalFunctionOperation) return true;
        }

        return false;
    }

    /// <summary>The outermost loop around the place that the creation isn't in, or the place itself.</summary>
    private static IOperation Outermost(IOperation reference, IOperation creation)
    {
        var found = reference;
        for (var outer = reference.Parent; outer is not null && !outer.Syntax.Span.Contains(creation.Syntax.Span); outer = outer.Parent)
        {
            if (outer is ILoopOperation) found = outer;
        }

        return found;
    }

    private static bool Merges(ILocalReferenceOperation reference) =>
        reference.Type!.Name == "HashSet" || reference.Parent is IPropertyReferenceOperation;

    private static long AddedBy(ILocalReferenceOperation reference, IOperation creation, bool mergesEqual)
    {
        var isSet = reference.Type!.Name == "HashSet";
        switch (reference.Parent)
        {
            case IInvocationOperation { TargetMethod.Name: "AddRange" or "UnionWith" } call when call.Instance == reference:
                if (isSet && mergesEqual) return 0;
                return KnownCount.Find(call.Arguments[0].Value, isSet) is { } count ? Rounds(call, creation, null) > 0 ? count : 0 : 0;
            case IInvocationOperation { TargetMethod.Name: "Add" } call when call.Instance == reference:
                // A dictionary throws where a key comes twice, a set leaves it out.
                return isSet && mergesEqual ? 0 : Times(call, creation, isSet ? call.Arguments[0].Value : null);
            case IPropertyReferenceOperation { Property.IsIndexer: true, Parent: ISimpleAssignmentOperation assignment } indexer
                when assignment.Target == indexer && reference.Type.Name == "Dictionary" && !mergesEqual:
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
                    if (LoopRounds.Count(loop, distinct: key is not null) is not { } times) return 0;
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
