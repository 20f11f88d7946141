// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token for tests with the manners of USDT's contract on TRON, as far as a receiver can see them: six decimals, a
/// fee that its owner may switch on, a pause, a blacklist of senders, a flag for "deprecated", `transfer` that answers
/// false though it worked, and a `transferFrom` of nothing that needs no allowance.
contract TestUsdt {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public constant decimals = 6;
    uint256 public constant MAX_BASIS_POINTS = 20;
    uint256 public constant MAX_FEE = 50 * 10 ** 6;

    address public immutable owner;
    uint256 public totalSupply;
    uint256 public basisPointsRate;
    uint256 public maximumFee;
    bool public paused;
    bool public deprecated;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor() {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external onlyOwner {
        require(newBasisPoints < MAX_BASIS_POINTS && newMaxFee * 10 ** 6 < MAX_FEE, "too much");
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee * 10 ** 6;
    }

    function setPaused(bool value) external onlyOwner {
        paused = value;
    }

    function setDeprecated(bool value) external onlyOwner {
        deprecated = value;
    }

    function setBlackListed(address who, bool value) external onlyOwner {
        isBlackListed[who] = value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return false;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(value <= allowance[from][msg.sender], "not allowed");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    /// The fee comes out of the value and is a transfer of its own, after the payee's.
    function move(address from, address to, uint256 value) private {
        require(!paused, "paused");
        require(!isBlackListed[from], "blacklisted");
        require(to != address(0), "to nobody");
        balanceOf[from] -= value;
        uint256 fee = (value * basisPointsRate) / 10000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}

/// Looks like USDT and emits the same event, from another address and with no money behind it.
contract FakeUsdt {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint256 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function lie(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

/// Pays many in one transaction, as exchanges do: none of the transfers shows in the transaction's own call.
contract Batcher {
    function pay(TestUsdt token, address[] calldata to, uint256[] calldata values) public {
        for (uint256 i = 0; i < to.length; i++) {
            require(token.transferFrom(msg.sender, to[i], values[i]), "refused");
        }
    }

    function payThenFail(TestUsdt token, address[] calldata to, uint256[] calldata values) external {
        pay(token, to, values);
        revert("after paying");
    }
}
